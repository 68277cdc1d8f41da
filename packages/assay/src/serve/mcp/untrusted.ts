/** Fields that sellers fill with whatever they like. */
const SELLERS_WORDS: ReadonlySet<string> = new Set([
  'description',
  'title',
  'tags',
  'service_name',
])

/**
 * A copy in which every text that sellers wrote stands under `untrusted`, so
 * that a model which reads it sees whose words they are.
 */
export function markUntrusted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(markUntrusted)
  if (typeof value !== 'object' || value === null) return value
  const marked: [string, unknown][] = []
  const words: [string, unknown][] = []
  for (const [key, one] of Object.entries(value))
    if (SELLERS_WORDS.has(key)) words.push([key, one])
    else marked.push([key, markUntrusted(one)])
  if (words.length > 0) marked.push(['untrusted', Object.fromEntries(words)])
  return Object.fromEntries(marked)
}
