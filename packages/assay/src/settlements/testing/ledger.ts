import { TRANSFER_CLASSES, type Transfer } from '../transfer.js'

export const NETWORK = 'eip155:8453'
export const NOW = '2026-11-30T12:00:00Z'
export const NOW_MS = Date.parse(NOW)
const DAY = 86_400_000

/** Whole numbers below a bound, always the same ones for a seed. */
export function createRandom(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

export function walletOf(
  kind: 'seller' | 'buyer' | 'middle',
  i: number,
): string {
  const first = { seller: 'a', buyer: 'b', middle: 'c' }[kind]
  return `0x${first}${i.toString(16).padStart(39, '0')}`
}

let serial = 0

/** A transfer with everything filled in; each has a place of its own. */
export function transferOf(
  fields: Partial<Transfer> & Pick<Transfer, 'from' | 'to'>,
): Transfer {
  serial += 1
  return {
    network: NETWORK,
    at: NOW_MS - DAY,
    block: 1_000,
    tx: `0x${serial.toString(16).padStart(64, '0')}`,
    log_index: serial % 7,
    amount: 10_000n,
    facilitator: null,
    class: 'strong',
    ...fields,
  }
}

/**
 * A market of many sellers: ordinary trade, self-dealing, loops, refunds,
 * cohorts, rings of one to three wallets, plain transfers, all sizes.
 */
export function ledgerOf(
  sellers: number,
  seed: number,
): { readonly transfers: Transfer[]; readonly hops: Transfer[] } {
  const random = createRandom(seed)
  const transfers: Transfer[] = []
  const hops: Transfer[] = []
  const at = () => NOW_MS - 32 * DAY + random(33 * 86_400) * 1_000
  const amount = () => BigInt([10_000, 10_000, 20_000, 0, 1][random(5)] ?? 1)
  for (let i = 0; i < sellers; i++) {
    const seller = walletOf('seller', i)
    const buyer = () => walletOf('buyer', i * 7 + random(12))
    const add = (from: string, to: string, fields: Partial<Transfer> = {}) =>
      transfers.push(
        transferOf({
          from,
          to,
          at: at(),
          amount: amount(),
          class: TRANSFER_CLASSES[random(7)] ?? 'strong',
          ...fields,
        }),
      )
    trade(add, random, seller, buyer, i)
    if (i % 4 === 0) refund(add, seller, buyer(), at())
    if (i % 5 === 0) cohort(add, seller, i, at())
    if (i % 2 === 0)
      ring(transfers, hops, seller, buyer(), i, 1 + (i % 3), at())
  }
  // What lies exactly on the edges of the window, and one step outside.
  for (const edge of [NOW_MS - 30 * DAY, NOW_MS])
    for (const step of [-1, 0, 1])
      transfers.push(
        transferOf({
          from: walletOf('buyer', 90_000 + step),
          to: walletOf('seller', 0),
          at: edge + step,
          amount: 333n,
        }),
      )
  return { transfers, hops }
}

type Add = (from: string, to: string, fields?: Partial<Transfer>) => void

function trade(
  add: Add,
  random: (below: number) => number,
  seller: string,
  buyer: () => string,
  i: number,
): void {
  for (let n = random(24); n > 0; n--) add(buyer(), seller)
  if (i % 3 === 0) add(seller, seller)
  for (let n = random(4); n > 0; n--) add(seller, buyer(), { class: 'none' })
}

function refund(add: Add, seller: string, buyer: string, at: number): void {
  add(buyer, seller, { at, amount: 77_000n, class: 'strong' })
  add(seller, buyer, { at: at + 3_600_000, amount: 77_000n, class: 'none' })
}

function cohort(add: Add, seller: string, i: number, at: number): void {
  const start = at - (at % 600_000)
  for (let member = 0; member < 6; member++)
    for (const payment of [0, 1])
      add(walletOf('buyer', 50_000 + i * 10 + member), seller, {
        at: start + member * 60_000 + payment * 7_200_000,
        amount: 4_000n,
        class: 'probable',
      })
}

function ring(
  transfers: Transfer[],
  hops: Transfer[],
  seller: string,
  buyer: string,
  i: number,
  length: number,
  at: number,
): void {
  const middle = Array.from({ length }, (_, n) =>
    walletOf('middle', i * 10 + n),
  )
  const first = middle[0] as string
  transfers.push(
    transferOf({ from: seller, to: first, at, amount: 8_000n, class: 'none' }),
  )
  const path = [...middle.slice(1), buyer]
  path.forEach((to, n) => {
    hops.push(
      transferOf({
        from: middle[n] as string,
        to,
        at: at + (n + 1) * 1_000,
        amount: 7_000n,
        class: 'none',
      }),
    )
  })
}
