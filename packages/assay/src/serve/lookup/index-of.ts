import { bucketOf, bucketOfPrefix, prefixBits } from './buckets.js'

/** What is told about one resource or wallet; `id` is the start of its SHA-256. */
export type Summary = { readonly id: string }

/** Summaries by buckets, each bucket's answer as long as any other's. */
export type LookupIndex = {
  readonly bits: number
  readonly entries: number
  readonly smallest: number
  readonly bytes: number
  /** The JSON of an answer; undefined: no prefix of this length. */
  readonly answer: (prefix: string) => string | undefined
}

/** Answers are rounded up to this, so that a new entry rarely changes a length. */
const STEP_BYTES = 1_024

/** Sorts summaries into buckets. `head` goes into every answer. */
export function lookupIndex(
  summaries: readonly Summary[],
  head: Readonly<Record<string, string>>,
): LookupIndex {
  const bits = prefixBits(summaries.map(({ id }) => id))
  const buckets = Array.from({ length: 1 << bits }, (): string[] => [])
  for (const summary of summaries)
    buckets[bucketOf(summary.id, bits)]?.push(JSON.stringify(summary))
  const texts = buckets.map((bucket) => bucket.join(','))
  const longest = texts.reduce(
    (most, text) => Math.max(most, Buffer.byteLength(text)),
    0,
  )
  const room = Math.ceil((longest + 1) / STEP_BYTES) * STEP_BYTES
  const answerOf = (prefix: string, text: string) => {
    const fields = JSON.stringify({ ...head, prefix, prefix_bits: bits })
    const padding = ' '.repeat(room - Buffer.byteLength(text))
    return `${fields.slice(0, -1)},"entries":[${text}],"padding":"${padding}"}`
  }
  return {
    bits,
    entries: summaries.length,
    smallest: Math.min(...lengthsOf(buckets)),
    bytes: Buffer.byteLength(answerOf('0'.repeat(Math.ceil(bits / 4)), '')),
    answer: (prefix) => {
      const bucket = bucketOfPrefix(prefix, bits)
      return bucket === undefined
        ? undefined
        : answerOf(prefix, texts[bucket] ?? '')
    },
  }
}

function lengthsOf(buckets: readonly (readonly unknown[])[]): number[] {
  return buckets.map(({ length }) => length)
}
