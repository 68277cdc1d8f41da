/** A Bazaar declaration: samples of input and output, and their schema. */
export type Declaration = {
  readonly info: {
    readonly input: Readonly<Record<string, unknown>>
    readonly output: { readonly type: 'json'; readonly example: Sample }
  }
  readonly schema: Readonly<Record<string, unknown>>
}

type Sample = Readonly<Record<string, unknown>>

type Method = { readonly method: 'GET' } | { readonly body: Sample }

/** Declares a JSON answer whose fields are those of `example`, all required. */
export function declare(method: Method, example: Sample): Declaration {
  const input =
    'body' in method
      ? { type: 'http', method: 'POST', bodyType: 'json', body: method.body }
      : { type: 'http', method: method.method }
  return {
    info: { input, output: { type: 'json', example } },
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        input: {
          type: 'object',
          properties: {
            type: { type: 'string', const: 'http' },
            ...('body' in method
              ? {
                  bodyType: { type: 'string', enum: ['json'] },
                  body: shapeOf(method.body),
                }
              : {}),
          },
          required: ['type'],
        },
        output: {
          type: 'object',
          properties: { type: { type: 'string' }, example: shapeOf(example) },
          required: ['type'],
        },
      },
      required: ['input'],
    },
  }
}

function shapeOf(sample: Sample): Record<string, unknown> {
  const fields = Object.entries(sample)
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map(([name, value]) => [name, { type: typeof value }]),
    ),
    required: fields.map(([name]) => name),
  }
}
