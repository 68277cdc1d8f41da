import { isObject } from '@assay402/core'
import type { z } from 'zod'
import type { ServiceContext } from '../answer.js'
import { ProblemError } from '../problem.js'

/** What was wrong with a parameter, and what would have been right. */
export type Fault = {
  readonly error: string
  readonly field: string
  readonly example: unknown
}

export type Read<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly fault: Fault }

/** Parameters as they came, by name. */
export type Given = Readonly<Record<string, unknown>>

/** Names that one parameter may have; the first one is its own. */
export type Aliases = Readonly<Record<string, readonly string[]>>

/**
 * The parameters of a request: those of the query, and those of a JSON body,
 * which go first. What came empty did not come.
 */
export async function givenOf(c: ServiceContext): Promise<Read<Given>> {
  const query = c.req.query()
  if (c.req.method !== 'POST') return { ok: true, value: query }
  const text = await c.req.text()
  if (text.trim() === '') return { ok: true, value: query }
  const body = parsed(text)
  return isObject(body)
    ? { ok: true, value: { ...query, ...body } }
    : { ok: false, fault: NO_JSON_OBJECT }
}

/**
 * Reads parameters by a schema after their aliases; the first fault is the one
 * told. `examples` has one for every parameter.
 */
export function readParameters<Schema extends z.ZodType>(
  given: Given,
  schema: Schema,
  examples: Readonly<Record<string, unknown>>,
  aliases: Aliases = {},
): Read<z.output<Schema>> {
  const named = byOwnName(given, aliases)
  if (!named.ok)
    return { ok: false, fault: faultOf(named.field, named.error, examples) }
  const result = schema.safeParse(named.value)
  if (result.success) return { ok: true, value: result.data }
  const [issue] = result.error.issues
  const field = String(issue?.path[0] ?? '')
  const missing = named.value[field] === undefined
  const error = missing
    ? `${field} is missing`
    : `${field}: ${issue?.message ?? 'cannot be read'}`
  return { ok: false, fault: faultOf(field, error, examples) }
}

/** What was read; throws a fault as a problem 400. */
export function valueOrProblem<Value>(read: Read<Value>): Value {
  if (read.ok) return read.value
  const { error, field, example } = read.fault
  throw new ProblemError({
    status: 400,
    code: 'invalid_parameter',
    detail: error,
    field,
    example,
  })
}

const NO_JSON_OBJECT: Fault = {
  error: 'the body is no JSON object',
  field: 'body',
  example: { url: 'https://api.example.com/x' },
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Named =
  | { readonly ok: true; readonly value: Record<string, unknown> }
  | { readonly ok: false; readonly field: string; readonly error: string }

/** Two names of one parameter may not say different things. */
function byOwnName(given: Given, aliases: Aliases): Named {
  // By entries: a name such as __proto__ is a name like any other then.
  const value: Record<string, unknown> = Object.fromEntries(
    Object.entries(given).filter(([, text]) => isThere(text)),
  )
  for (const [name, others] of Object.entries(aliases)) {
    const said = [name, ...others].filter((one) => Object.hasOwn(value, one))
    const [first, ...rest] = said
    if (first === undefined) continue
    const differs = rest.find(
      (one) => String(value[one]) !== String(value[first]),
    )
    if (differs !== undefined)
      return {
        ok: false,
        field: name,
        error: `${first} and ${differs} mean the same parameter and differ`,
      }
    value[name] = value[first]
  }
  return { ok: true, value }
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

function faultOf(
  field: string,
  error: string,
  examples: Readonly<Record<string, unknown>>,
): Fault {
  return { error, field, example: examples[field] ?? null }
}
