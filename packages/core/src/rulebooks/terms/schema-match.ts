import { validateAgainst } from '../../json-schema/validate-against.js'
import type { DeclaredSchema } from './declared-schema.js'

/** Whether a declared sample fits its schema; null when nobody can say. */
export function schemaMatch(declared: DeclaredSchema): boolean | null {
  if (declared.sample === undefined) return null
  const { outcome } = validateAgainst({
    root: declared.root,
    schema: declared.schema,
    value: declared.sample.value,
  })
  return outcome === 'not_compilable' ? null : outcome === 'match'
}
