import { isObject, own } from '../json/value.js'
import { overLimit } from '../json-schema/json-size.js'
import { type Fields, firstOf } from './fields.js'
import { CATALOG_LIMITS } from './limits.js'

/**
 * The sample body in what a seller declares, as JSON text: an example value as
 * it is, or put together from the examples, defaults and listed values of a
 * schema or of a map of field descriptions. Null when a required field has
 * none, when it is too big, or when there is nothing to send: no value is made
 * up for a seller.
 */
export function sampleText(declared: unknown): string | null {
  const sample = sampleOf(declared, CATALOG_LIMITS.schema_depth)
  if (sample === undefined || overLimit(sample, LIMITS) !== undefined)
    return null
  return JSON.stringify(sample)
}

const LIMITS = {
  depth: CATALOG_LIMITS.sample_depth,
  bytes: CATALOG_LIMITS.sample_bytes,
}

const TYPES = new Set(
  'string number integer boolean object array any null'.split(' '),
)

/** Members that give a value outright, in the order in which they count. */
const GIVEN = ['example', 'sample', 'default', 'const']
const GIVEN_LISTS = ['examples', 'enum']

function sampleOf(declared: unknown, depth: number): unknown {
  if (Array.isArray(declared)) return declared
  if (!isObject(declared) || depth === 0) return undefined
  const properties = own(declared, 'properties')
  if (isObject(properties))
    return givenValue(declared) ?? assembled(properties, declared, depth)
  const values = Object.values(declared)
  if (values.some(isDescription)) return assembled(declared, {}, depth)
  return values.length === 0 ? undefined : declared
}

function assembled(fields: Fields, schema: Fields, depth: number): unknown {
  const listed = own(schema, 'required')
  const required = new Set<unknown>(Array.isArray(listed) ? listed : [])
  const members: [string, unknown][] = []
  for (const [name, field] of Object.entries(fields)) {
    const value = fieldValue(field, depth - 1)
    if (value !== undefined) members.push([name, value])
    else if (required.has(name) || isRequired(field)) return undefined
  }
  return members.length === 0 ? undefined : Object.fromEntries(members)
}

function fieldValue(field: unknown, depth: number): unknown {
  if (!isObject(field)) return field
  if (!isDescription(field)) return field
  const given = givenValue(field)
  if (given !== undefined) return given
  return isObject(own(field, 'properties')) ? sampleOf(field, depth) : undefined
}

function givenValue(field: Fields): unknown {
  const given = firstOf(field, GIVEN)
  if (given !== undefined) return given
  for (const name of GIVEN_LISTS) {
    const values = own(field, name)
    if (Array.isArray(values) && values.length > 0) return values[0]
  }
  return undefined
}

function isDescription(field: unknown): boolean {
  if (!isObject(field)) return false
  const type = own(field, 'type')
  return (
    (typeof type === 'string' && TYPES.has(type)) ||
    typeof own(field, 'description') === 'string'
  )
}

function isRequired(field: unknown): boolean {
  return isObject(field) && own(field, 'required') === true
}
