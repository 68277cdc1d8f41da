// The page once more, word by word and without any cleverness, to compare with.

export type NaiveRow = {
  readonly from: string
  readonly to: string
  readonly amount_atomic: string
  readonly at: string
}

type Seen = { from: string; to: string; amount: bigint; at: number }

function read(rows: readonly NaiveRow[], now: string): Seen[] {
  const until = Date.parse(now)
  return rows
    .map(({ from, to, amount_atomic, at }) => ({
      from: from.toLowerCase(),
      to: to.toLowerCase(),
      amount: BigInt(amount_atomic),
      at: Date.parse(at),
    }))
    .filter(({ at, amount }) => {
      const inWindow = at > until - 30 * 86_400_000 && at <= until
      return inWindow && amount > 0n
    })
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].sort()
}

function sum(rows: readonly Seen[]): bigint {
  return rows.reduce((total, { amount }) => total + amount, 0n)
}

function share4(part: bigint, whole: bigint): number {
  if (whole === 0n) return 0
  return Number((2n * 10_000n * part + whole) / (2n * whole)) / 10_000
}

/** All figures of the page for inputs in lower case without tx. */
export function naiveFigures(
  payTo: string,
  now: string,
  transfers: readonly NaiveRow[],
  others: readonly NaiveRow[],
  excluded: readonly string[],
) {
  const seller = payTo.toLowerCase()
  const all = read(transfers, now)
  const settlements = all.filter(({ to }) => to === seller)
  const outgoing = all.filter(
    ({ from, to }) => from === seller && to !== seller,
  )
  const hops = read(others, now)
  const isWashed = ({ from }: Seen) =>
    from === seller || outgoing.some(({ to }) => to === from)
  const clean = settlements.filter((row) => !isWashed(row))
  const buyers = distinct(settlements.map(({ from }) => from)).filter(
    (buyer) => buyer !== seller,
  )
  const real = distinct(clean.map(({ from }) => from)).filter(
    (buyer) => !excluded.includes(buyer),
  )
  const repeating = real.filter(
    (buyer) => clean.filter(({ from }) => from === buyer).length >= 2,
  )
  const reached = buyers.filter((buyer) =>
    outgoing.some(
      (root) =>
        root.to !== buyer &&
        walks(root, root.to, root.at, 1, buyer, seller, hops),
    ),
  )
  const volume = sum(settlements)
  const washed = sum(settlements.filter(isWashed))
  const payers = distinct(settlements.map(({ from }) => from))
  const [largest = 0n] = payers
    .map((payer) => sum(settlements.filter(({ from }) => from === payer)))
    .sort((a, b) => (a < b ? 1 : -1))
  return {
    wash_trading_ratio: share4(washed, volume),
    real_buyer_count: real.length,
    repeat_buyer_rate: share4(BigInt(repeating.length), BigInt(real.length)),
    totals: {
      volume_atomic: String(volume),
      washed_volume_atomic: String(washed),
      settlements: settlements.length,
      buyers: buyers.length,
    },
    extended: {
      multi_hop: {
        washed_volume_atomic: String(
          sum(
            settlements.filter(
              (row) => isWashed(row) || reached.includes(row.from),
            ),
          ),
        ),
        wallets: reached,
      },
      refunds: refunds(settlements, outgoing),
      top_payer_share: share4(largest, volume),
      cohorts: cohorts(buyers, settlements),
    },
  }
}

/** Every walk of at most three intermediate wallets, tried one by one. */
function walks(
  root: Seen,
  at: string,
  since: number,
  wallets: number,
  buyer: string,
  seller: string,
  hops: readonly Seen[],
): boolean {
  return hops.some((hop) => {
    if (hop.from !== at || hop.at < since || 2n * hop.amount < root.amount)
      return false
    if (hop.to === buyer) return true
    if (hop.to === seller || wallets === 3) return false
    return walks(root, hop.to, hop.at, wallets + 1, buyer, seller, hops)
  })
}

function refunds(settlements: readonly Seen[], outgoing: readonly Seen[]) {
  const unmatched = [...settlements].sort((a, b) => a.at - b.at)
  let count = 0
  let volume = 0n
  for (const back of [...outgoing].sort((a, b) => a.at - b.at)) {
    const latest = unmatched.findLastIndex(
      (row) =>
        row.from === back.to && row.amount === back.amount && row.at < back.at,
    )
    const row = unmatched[latest]
    if (row === undefined || back.at - row.at > 7 * 86_400_000) continue
    unmatched.splice(latest, 1)
    count++
    volume += back.amount
  }
  return { count, volume_atomic: String(volume) }
}

function cohorts(buyers: readonly string[], settlements: readonly Seen[]) {
  const groups: Record<string, { wallet: string; first: number }[]> = {}
  for (const wallet of buyers) {
    const own = settlements.filter(({ from }) => from === wallet)
    const amounts = new Set(own.map(({ amount }) => amount))
    if (amounts.size !== 1) continue
    const first = Math.min(...own.map(({ at }) => at))
    const kind = [Math.floor(first / 600_000), ...amounts, own.length].join()
    groups[kind] = [...(groups[kind] ?? []), { wallet, first }]
  }
  return Object.entries(groups)
    .filter(([, group]) => group.length >= 5)
    .map(([kind, group]) => ({
      wallets: group.map(({ wallet }) => wallet),
      first_at: new Date(Math.min(...group.map(({ first }) => first)))
        .toISOString()
        .replace('.000Z', 'Z'),
      amount_atomic: kind.split(',')[1] as string,
      payments: Number(kind.split(',')[2]),
    }))
}
