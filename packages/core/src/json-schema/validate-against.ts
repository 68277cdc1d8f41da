import { compileSchema } from './compile.js'
import { overLimit } from './json-size.js'
import { SCHEMA_LIMITS } from './limits.js'
import { createRun } from './run.js'

export type SchemaOutcome = {
  readonly outcome: 'match' | 'mismatch' | 'not_compilable'
  /** Why it does not compile, in plain words. */
  readonly reason?: string
}

/**
 * Judges a JSON value by a JSON Schema (2020-12, or draft-07 when `$schema`
 * says so) that stands in the document `root`, which its `#…` references may
 * use. An interpreter with limits: no generated code, nothing fetched, never
 * an exception. Unknown keywords are ignored, `format` is not asserted.
 */
export function validateAgainst(given: {
  readonly root: unknown
  readonly schema: unknown
  readonly value: unknown
}): SchemaOutcome {
  const { depth, schemaBytes, sampleBytes } = SCHEMA_LIMITS
  const over =
    overLimit(given.schema, { depth, bytes: schemaBytes }) ??
    overLimit(given.value, { depth, bytes: sampleBytes })
  if (over !== undefined) return { outcome: 'not_compilable', reason: over }
  try {
    const { node, tracks } = compileSchema(given.root, given.schema)
    const holds = createRun({ tracks }).apply(node, given.value)
    return { outcome: holds ? 'match' : 'mismatch' }
  } catch (error) {
    return { outcome: 'not_compilable', reason: (error as Error).message }
  }
}
