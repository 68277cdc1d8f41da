import { isObject, jsonSchemaOf } from '@assay402/core'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { ServiceEnv } from '../answer.js'
import { DESCRIBED_ROUTES, type DescribedRoute } from './described-routes.js'

type Registry = OpenAPIHono<ServiceEnv>['openAPIRegistry']
type Registered = Parameters<Registry['registerPath']>[0]
/** Of any version of OpenAPI: the forms used here are the same in all. */
type ParameterList = NonNullable<Registered['parameters']>

/** Tells the API's document of every route of the surfaces. */
export function describeSurfaces(registry: Registry): void {
  for (const route of DESCRIBED_ROUTES) {
    if (route.method === 'post' && route.input !== undefined)
      registry.registerComponent('schemas', bodyName(route), bodySchema(route))
    registry.registerPath(registeredOf(route))
  }
}

function registeredOf(route: DescribedRoute): Registered {
  const { method, path, summary, input } = route
  const told: Registered = {
    method,
    path,
    tags: [path.split('/')[1] ?? ''],
    summary,
    responses: responsesOf(route),
  }
  if (method === 'get') return { ...told, parameters: parametersOf(route) }
  return input === undefined ? told : { ...told, requestBody: bodyOf(route) }
}

function parametersOf({
  input,
  examples = {},
  inPath = {},
}: DescribedRoute): ParameterList {
  const { properties, required } = shapeOf(input)
  const list = [
    ...Object.entries(inPath).map(([name, example]) => ({
      name,
      in: 'path' as const,
      required: true,
      schema: { type: 'string' as const },
      example,
    })),
    ...Object.entries(properties).map(([name, schema]) => ({
      name,
      in: 'query' as const,
      required: required.includes(name),
      schema,
      ...(name in examples && { example: examples[name] }),
    })),
  ]
  return list as ParameterList
}

function bodyOf(route: DescribedRoute) {
  const $ref = `#/components/schemas/${bodyName(route)}`
  return { content: { 'application/json': { schema: { $ref } } } }
}

function bodySchema({ input, examples }: DescribedRoute) {
  const { properties, required } = shapeOf(input)
  return {
    type: 'object' as const,
    properties,
    required,
    ...(examples !== undefined && { example: examples }),
  }
}

/** `/destination/v1/check` → `DestinationV1CheckRequest`. */
function bodyName({ path }: DescribedRoute): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
  return `${words.map(capital).join('')}Request`
}

function responsesOf({ answers, type }: DescribedRoute) {
  return Object.fromEntries(
    answers.map((status) => [
      status,
      {
        description: DESCRIPTIONS[status] ?? 'An error',
        ...(status < 300 && {
          content: { [type ?? 'application/json']: { schema: {} } },
        }),
      },
    ]),
  )
}

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  200: 'The answer',
  201: 'Made',
  400: 'A parameter is wrong; the answer names it, with an example',
  401: 'The key is not known',
  402: 'To be paid for; the terms are in PAYMENT-REQUIRED',
  404: 'There is none',
  429: 'A limit is reached; Retry-After says for how long',
  503: 'There is no answer now, and nothing is charged',
}

/** The properties of an object schema, as its inputs are written. */
function shapeOf(input: DescribedRoute['input']) {
  const schema = input === undefined ? {} : jsonSchemaOf(input, 'input')
  const { properties, required } = schema
  return {
    properties: (isObject(properties) ? properties : {}) as Record<
      string,
      object
    >,
    required: (Array.isArray(required) ? required : []) as string[],
  }
}
