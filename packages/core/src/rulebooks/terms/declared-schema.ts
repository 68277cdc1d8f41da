import { isObject, own } from '../../json/value.js'
import { isTypes } from '../../json-schema/keywords/any.js'
import type { ChallengeDocument } from '../../x402/challenge-types.js'

/** An output schema that a seller declares, with the sample beside it. */
export type DeclaredSchema = {
  readonly source: 'bazaar' | 'v1'
  /** The document that its references may use. */
  readonly root: unknown
  readonly schema: unknown
  readonly sample: Sample | undefined
}

/** In a box of its own, since a sample may be null. */
type Sample = { readonly value: unknown }

/**
 * The output schema of a challenge: the first of a v2 `bazaar` extension, or,
 * when v2 declares none, that of v1's `outputSchema.output`.
 */
export function declaredSchema(
  documents: readonly ChallengeDocument[],
): DeclaredSchema | undefined {
  for (const { version, json } of documents) {
    const declared = version === 2 ? bazaarSchema(json) : undefined
    if (declared !== undefined) return declared
  }
  const output = v1Output(documents)
  return isObject(output) ? v1Schema(output) : undefined
}

function bazaarSchema(json: object): DeclaredSchema | undefined {
  const root = at(json, ['extensions', 'bazaar', 'schema'])
  const schema = at(root, ['properties', 'output', 'properties', 'example'])
  if (!isObject(schema) || Object.keys(schema).length === 0) return undefined
  const output = at(json, ['extensions', 'bazaar', 'info', 'output'])
  const sample =
    isObject(output) && Object.hasOwn(output, 'example')
      ? { value: output['example'] }
      : undefined
  return { source: 'bazaar', root, schema, sample }
}

/** The first entry that has an output decides, even when it is no schema. */
function v1Output(documents: readonly ChallengeDocument[]): unknown {
  for (const { version, accepts } of documents) {
    if (version !== 1) continue
    for (const entry of accepts) {
      const output = at(entry, ['outputSchema', 'output'])
      if (isPresent(output)) return output
    }
  }
  return undefined
}

function v1Schema(output: Record<string, unknown>): DeclaredSchema | undefined {
  const schema = own(output, 'schema')
  if (isPresent(schema)) {
    const sample = firstPresent([own(output, 'example'), own(output, 'sample')])
    return { source: 'v1', root: schema, schema, sample }
  }
  if (!isJsonSchema(output)) return undefined
  const examples = own(output, 'examples')
  const sample = firstPresent([
    own(output, 'example'),
    own(output, 'sample'),
    Array.isArray(examples) ? examples[0] : undefined,
  ])
  return { source: 'v1', root: output, schema: output, sample }
}

/** Sellers put a schema or a bare example here; this tells them apart. */
function isJsonSchema(output: object): boolean {
  if (isPresent(own(output, '$schema'))) return true
  const describes =
    isPresent(own(output, 'properties')) || isPresent(own(output, 'items'))
  return describes && isTypes(own(output, 'type'))
}

function at(value: unknown, path: readonly string[]): unknown {
  let current = value
  for (const key of path) {
    if (!isObject(current)) return undefined
    current = own(current, key)
  }
  return current
}

function firstPresent(values: readonly unknown[]): Sample | undefined {
  const value = values.find(isPresent)
  return value === undefined ? undefined : { value }
}

/** null counts as absent. */
function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null
}
