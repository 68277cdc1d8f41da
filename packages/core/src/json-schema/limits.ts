/** What a seller's schema may cost; anything above counts as not compiling. */
export const SCHEMA_LIMITS = {
  /** UTF-8 bytes of the schema as compact JSON. */
  schemaBytes: 65_536,
  /** UTF-8 bytes of the sample as compact JSON. */
  sampleBytes: 65_536,
  /** Nesting of document, schema and sample; the outermost container is 1. */
  depth: 32,
  /**
   * Evaluation steps. One step is one subschema (a boolean one too) applied to
   * one value; a target of `$ref` is a subschema. Evaluation stops at the
   * first keyword that fails, unless `unevaluated…` needs to see the others.
   */
  steps: 10_000,
  /** Subschemas applied inside one another, which ends reference loops. */
  nesting: 500,
  /**
   * Work inside the steps: characters, members and items looked at, and for a
   * pattern its program size times the length of the text.
   */
  work: 4_000_000,
  /** Estimated program size of all patterns of a schema together. */
  patternCost: 5_000,
} as const
