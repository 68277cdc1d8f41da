import {
  type CollectedResponse,
  isInputError,
  readChallenge,
  terms,
} from '@assay402/core'

export type ReplayCase = {
  readonly name: string
  readonly group: string
  readonly response: CollectedResponse
}

/** Counts of how a set of cases was read; printing is its only other use. */
export type Tally = ReturnType<typeof createTally>

type Counts = Map<string, number>

export function createTally(title: string) {
  const counts = {
    group: new Map() as Counts,
    version: new Map() as Counts,
    'challenge defect': new Map() as Counts,
    'offer defect': new Map() as Counts,
    verdict: new Map() as Counts,
    quality: new Map() as Counts,
  }
  const unreadable = new Map<string, string[]>()
  const thrown: string[] = []
  let cases = 0
  return {
    counts,
    unreadable,
    thrown,
    next: () => ++cases,
    toJson: () =>
      JSON.stringify({
        title,
        cases,
        thrown,
        unreadable: Object.fromEntries(unreadable),
        ...Object.fromEntries(
          Object.entries(counts).map(([name, map]) => [
            name,
            Object.fromEntries(map),
          ]),
        ),
      }),
    toText: ({ summary }: { readonly summary: boolean }) =>
      [
        `\n${title}: ${cases} read, ${thrown.length} threw`,
        ...thrown.map((line) => `  threw: ${line}`),
        ...Object.entries(counts).flatMap(([name, map]) => table(name, map)),
        ...[...unreadable].flatMap(([reason, names]) => [
          `  no offer can be used, ${reason}: ${names.length}`,
          ...(summary ? [] : names.map((name) => `    ${name}`)),
        ]),
      ].join('\n'),
  }
}

/** The moment that the replay is judged at: any fixed one gives the same table. */
const AS_OF = '2026-11-30T12:00:00Z'

/** Reads and judges one case; an exception is the fault that is looked for. */
export function replayOne(tally: Tally, item: ReplayCase): void {
  tally.next()
  try {
    record(tally, item)
  } catch (error) {
    tally.thrown.push(`${item.name}: ${(error as Error).stack}`)
  }
}

function record({ counts, unreadable }: Tally, item: ReplayCase): void {
  const challenge = readChallenge(item.response)
  count(counts.group, item.group)
  const versions = [...new Set(challenge.offers.map(({ version }) => version))]
  count(counts.version, versions.sort().join('+') || 'none')
  for (const code of challenge.defects) count(counts['challenge defect'], code)
  for (const code of challenge.offers.flatMap(({ defects }) => defects))
    count(counts['offer defect'], code)
  const answer = terms.judge({
    now: AS_OF,
    probe: { outcome: 'response', ...item.response },
  })
  if (isInputError(answer)) throw new Error(answer.error.message)
  count(counts.verdict, `${answer.verdict} ${answer.reason_code}`)
  count(counts.quality, answer.quality.code)
  if (challenge.offers.some(({ usable }) => usable)) return
  const reason = whyUnusable(item.response.status, challenge)
  unreadable.set(reason, [...(unreadable.get(reason) ?? []), item.name])
}

function whyUnusable(
  status: number,
  { offers, defects }: ReturnType<typeof readChallenge>,
): string {
  if (status !== 402) return `status ${status}`
  if (offers.length === 0) return defects.join(' ') || 'no terms at all'
  return [...new Set(offers.flatMap((offer) => offer.defects))].sort().join(' ')
}

function count(map: Counts, key: string): void {
  map.set(key, (map.get(key) ?? 0) + 1)
}

function table(title: string, map: Counts): string[] {
  const rows = [...map].sort((a, b) => b[1] - a[1])
  return [
    `  by ${title}`,
    ...rows.map(([key, n]) => `  ${String(n).padStart(8)}  ${key}`),
  ]
}
