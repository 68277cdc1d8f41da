/** One outcome of the quality check of an unpaid answer. */
export type QualityGrade = {
  /** What an endpoint with this code adds to its host's reputation, 0–1. */
  readonly reputation_value: number
  readonly text: string
}

/**
 * What the unpaid answer of an endpoint was worth, in the order in which the
 * reputation values fall. Codes and values are those of the public rules.
 */
export const QUALITY_CODES = {
  quality_ok: {
    reputation_value: 1,
    text: 'A 402 with readable terms whose published sample matches the output schema it declares.',
  },
  quality_unverified: {
    reputation_value: 0.7,
    text: 'A 402 with readable terms and nothing to compare: no output schema, no sample, or a schema that cannot be evaluated.',
  },
  quality_bad_content_type: {
    reputation_value: 0.4,
    text: 'A 402 whose terms are only in the body, sent under a type that is not JSON.',
  },
  quality_schema_mismatch: {
    reputation_value: 0.3,
    text: 'A 402 whose published sample breaks the output schema it declares.',
  },
  quality_bad_status: {
    reputation_value: 0.2,
    text: 'An answer, but not a 402 with payment terms.',
  },
  quality_unreachable: {
    reputation_value: 0,
    text: 'No answer, or an address that is not fetched.',
  },
} as const satisfies Record<string, QualityGrade>

export type QualityCode = keyof typeof QUALITY_CODES

export const QUALITY_CODE_NAMES = Object.keys(
  QUALITY_CODES,
) as readonly QualityCode[]

/** True for one of the codes; inherited names are none. */
export function isQualityCode(text: string): text is QualityCode {
  return Object.hasOwn(QUALITY_CODES, text)
}
