/** Fields whose order means nothing; compared as multisets. */
const UNORDERED = new Set([
  'defects',
  'disclosures',
  'cohorts',
  'platforms',
  'advertised_prices_atomic',
])

/** Differences between an answer and a partial expectation, one line each. */
export function matchesPartially(
  actual: unknown,
  expected: unknown,
  path = '',
): string[] {
  if (Array.isArray(expected)) return matchesList(actual, expected, path)
  if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null)
      return [difference(path, actual, expected)]
    return Object.entries(expected).flatMap(([key, value]) =>
      matchesPartially(
        (actual as Record<string, unknown>)[key],
        value,
        `${path}.${key}`,
      ),
    )
  }
  const same =
    typeof expected === 'number' && typeof actual === 'number'
      ? Math.abs(actual - expected) < 5e-7
      : Object.is(actual, expected)
  return same ? [] : [difference(path, actual, expected)]
}

function matchesList(actual: unknown, expected: unknown[], path: string) {
  if (!Array.isArray(actual) || actual.length !== expected.length)
    return [difference(path, actual, expected)]
  const key = path.slice(path.lastIndexOf('.') + 1)
  const order = (list: unknown[]) => (UNORDERED.has(key) ? sorted(list) : list)
  const right = order(expected)
  return order(actual).flatMap((item, i) =>
    matchesPartially(item, right[i], `${path}.${i}`),
  )
}

function sorted(list: unknown[]): unknown[] {
  return [...list].sort((a, b) =>
    JSON.stringify(a) < JSON.stringify(b) ? -1 : 1,
  )
}

function difference(path: string, actual: unknown, expected: unknown): string {
  return `${path}: got ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`
}

/** The whole answer less its texts, unordered lists brought into one order. */
export function withoutTexts(rulebook: string, answer: unknown): unknown {
  return strip(answer, rulebook, '')
}

function strip(value: unknown, rulebook: string, path: string): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => strip(item, rulebook, `${path}.*`))
    const key = path.slice(path.lastIndexOf('.') + 1)
    return UNORDERED.has(key) ? sorted(items) : items
  }
  if (typeof value === 'number') return Number(value.toFixed(6))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
    .filter(([key]) => !isText(rulebook, `${path}.${key}`))
    .map(([key, item]) => [key, strip(item, rulebook, `${path}.${key}`)])
  return Object.fromEntries(entries)
}

function isText(rulebook: string, path: string): boolean {
  if (path === '.error.message') return true
  if (rulebook === 'terms') return path === '.reason'
  if (rulebook === 'merchant') return path === '.reasons'
  if (rulebook === 'destination') return path === '.reasons.*.text'
  if (rulebook === 'endpoint-health')
    return path === '.assessment' || /^\.components\.\w+\.detail$/.test(path)
  return false
}
