import { z } from 'zod'
import type { JsonObject, JsonValue } from '../json/value.js'
import type { Rulebook } from './rulebook.js'

/** A rulebook as published JSON: everything but its function. */
export function describeRulebook(rulebook: Rulebook): JsonObject {
  return {
    id: rulebook.id,
    version: rulebook.version,
    question: rulebook.question,
    source: rulebook.source,
    rules: rulebook.rules.map(({ id, when, then }) => ({ id, when, then })),
    thresholds: toJson(rulebook.thresholds),
    reasons: toJson(rulebook.reasons),
    data: toJson(rulebook.data),
    limits: [...rulebook.limits],
    input_schema: jsonSchemaOf(rulebook.input, 'input'),
    output_schema: jsonSchemaOf(rulebook.output, 'output'),
  }
}

/** The JSON Schema of a zod schema, rows of lenient lists included. */
export function jsonSchemaOf(
  schema: z.ZodType,
  io: 'input' | 'output',
): JsonObject {
  const described = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const row = (z.globalRegistry.get(zodSchema) as RowMeta | undefined)
        ?.rowSchema
      if (row === undefined) return
      delete (jsonSchema as Record<string, unknown>)['rowSchema']
      const { $schema: _, ...items } = jsonSchemaOf(row, io)
      jsonSchema.items = items as typeof jsonSchema.items & object
    },
  })
  return toJson(described) as JsonObject
}

type RowMeta = { readonly rowSchema?: z.ZodType }

function toJson(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value)) as JsonValue
}
