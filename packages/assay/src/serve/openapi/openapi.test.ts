import type { RouteConfig } from '@hono/zod-openapi'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { listingOf, observationOf } from '../../store/testing/samples.js'
import { secretSha256 } from '../quota/subjects.js'
import { type Running, startService } from '../testing/running.js'
import { EXAMPLE } from '../unified/schemas.js'

const KEY = 'key-of-this-test'

/** A service that knows what the examples are about. */
function exampleService(): Promise<Running> {
  return startService({
    prepare: async (store) => {
      const at = await store.now()
      await store.saveKey({
        id: 'k1',
        key_sha256: secretSha256(KEY),
        created_at: at,
        tier: 'free',
        label: null,
      })
      const pass = await store.beginPass('bazaar', at)
      await store.recordListings(pass, [listingOf(EXAMPLE.url)], at)
      const { resource_id } = EXAMPLE
      const seen = observationOf(1, { resource_id, at: at - 1 })
      await store.recordObservations([seen])
    },
  })
}

type Parameter = {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly example?: unknown
  readonly schema: { readonly example?: unknown }
}

type Operation = {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: {
    readonly content: Record<string, { schema: { $ref?: string } }>
  }
  readonly responses: Record<string, unknown>
}

type Document = {
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: {
    readonly schemas: Record<string, { readonly example?: unknown }>
  }
}

describe('/openapi.json', () => {
  test('default: it is OpenAPI 3.1', async () => {
    const { get } = await startService()
    const answer = await get('/openapi.json')
    const checked = await new Validator().validate(await answer.json())
    expect(checked).toMatchObject({ valid: true })
  })

  test('behavior: every route has an example, and its example works', async () => {
    const running = await exampleService()
    const document: Document = await (await running.get('/openapi.json')).json()
    const schemas = responseSchemas(running)
    const operations = Object.entries(document.paths).flatMap(([path, all]) =>
      Object.entries(all).map(([method, operation]) => ({
        name: `${method.toUpperCase()} ${path}`,
        operation,
      })),
    )
    const wrong: string[] = []
    for (const { name, operation } of operations) {
      const { path, init, missing } = exampleOf(document, name, operation)
      if (missing.length > 0) {
        wrong.push(`${name}: no example of ${missing.join(', ')}`)
        continue
      }
      const { status, text } = await asked(running.url + path, init)
      const problem = problemWith(name, operation, status)
      if (problem !== undefined) wrong.push(`${problem}: ${text}`)
      const schema = schemas.get(`${name} ${status}`)
      const read = text === '' ? undefined : schema?.safeParse(JSON.parse(text))
      if (read?.success === false) wrong.push(`${name}: ${read.error.message}`)
    }
    expect(wrong).toEqual([])
  })
})

async function asked(url: string, init: RequestInit) {
  const answer = await fetch(url, init)
  return { status: answer.status, text: await answer.text() }
}

/** What the examples are not about (404) may be unknown, what is sold unpaid. */
function problemWith(
  name: string,
  { responses }: Operation,
  status: number,
): string | undefined {
  if (responses[String(status)] === undefined)
    return `${name}: ${status} is not documented`
  const isFine =
    status < 400 || [402, 404].includes(status) || REFUSED.has(name)
  return isFine ? undefined : `${name}: ${status}`
}

/** No lists here; a nonce is good for ten minutes. */
const REFUSED: ReadonlySet<string> = new Set([
  'GET /ready',
  'POST /v1/objections',
])

function exampleOf(document: Document, name: string, operation: Operation) {
  const [method = '', pattern = ''] = name.split(' ')
  const { path, missing } = filledIn(pattern, operation.parameters ?? [])
  const schema = operation.requestBody?.content['application/json']?.schema
  const component = schema?.$ref?.split('/').at(-1) ?? ''
  const body = document.components.schemas[component]?.example
  if (schema !== undefined && body === undefined) missing.push('body')
  const init: RequestInit = {
    method,
    headers: {
      authorization: `Bearer ${KEY}`,
      'content-type': 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
  return { path, init, missing }
}

function filledIn(pattern: string, parameters: readonly Parameter[]) {
  const missing: string[] = []
  const query = new URLSearchParams()
  let path = pattern
  for (const { name, required, example, schema, ...parameter } of parameters) {
    const value = example ?? schema.example
    if (value === undefined && required === true) missing.push(name)
    if (value === undefined) continue
    if (parameter.in === 'query') query.set(name, String(value))
    else path = path.replace(`{${name}}`, encodeURIComponent(String(value)))
  }
  return { path: query.size > 0 ? `${path}?${query}` : path, missing }
}

/** By method, path and status: the very schemas of the routes. */
function responseSchemas({ app }: Running): Map<string, z.ZodType> {
  const schemas = new Map<string, z.ZodType>()
  for (const definition of app.hono.openAPIRegistry.definitions) {
    if (definition.type !== 'route') continue
    const { method, path, responses } = definition.route as RouteConfig
    for (const [status, response] of Object.entries(responses)) {
      const content = 'content' in response ? response.content : undefined
      const media = content?.['application/json']
      const schema = media && 'schema' in media ? media.schema : undefined
      if (schema instanceof z.ZodType)
        schemas.set(`${method.toUpperCase()} ${path} ${status}`, schema)
    }
  }
  return schemas
}
