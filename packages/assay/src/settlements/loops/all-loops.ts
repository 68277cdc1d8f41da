import type { SellerLoops } from '../engine.js'
import {
  bigintOf,
  type ColumnReader,
  numberOf,
  type Values,
} from '../sql/column-reader.js'
import { HALF } from '../sql/columns.js'
import type { Window } from '../transfer.js'
import { windowValues } from '../window.js'
import { loopAsk } from './ask.js'
import type { LoopAnswer, LoopLimits } from './columns.js'
import { loopsInWorker } from './in-worker.js'
import { unwashedText } from './text.js'

/** Times are kept in 32 bits. */
const MOST_MS = 2 ** 32 - 1

/**
 * Loops of every seller of a network that sent anything. Throws TypeError for a
 * window of more than 49 days.
 */
export async function allLoops(
  db: Pick<ColumnReader, 'numbers' | 'rows' | 'namesOf'>,
  network: number,
  window: Window,
  limits: LoopLimits,
): Promise<SellerLoops[]> {
  if (window.until - window.after > MOST_MS)
    throw new TypeError('loops are followed for at most 49 days')
  const values = { network, ...windowValues(window) }
  const ask = await loopAsk(db, values, limits)
  const sellers = [...ask.payers.sellers]
  const answer = await loopsInWorker(ask)
  const reached = bySeller(answer.reached.seller, answer.reached.payer)
  const hubs = bySeller(answer.hubs.seller, answer.hubs.wallet)
  const volumes = await unwashedVolumes(db, values, sellers, answer)
  const names = await db.namesOf([
    ...new Set([...sellers, ...answer.reached.payer, ...answer.hubs.wallet]),
  ])
  const named = (ids: readonly number[] = []) =>
    ids.map((id) => names.get(id) ?? '').sort()
  return sellers.map((seller, place) => {
    const [over, unread] = [named(hubs.get(place)), answer.unread[place] ?? 0]
    return {
      wallet: names.get(seller) ?? '',
      buyers: named(reached.get(place)),
      unwashed: volumes.get(seller) ?? 0n,
      cut: over.length + unread === 0 ? null : { hubs: over, unread },
    }
  })
}

function bySeller(
  places: Uint32Array,
  values: Uint32Array,
): Map<number, number[]> {
  const groups = new Map<number, number[]>()
  places.forEach((place, i) => {
    const group = groups.get(place)
    if (group === undefined) groups.set(place, [values[i] as number])
    else group.push(values[i] as number)
  })
  return groups
}

/** By seller: what those who were reached paid, where no rule washes it. */
async function unwashedVolumes(
  db: Pick<ColumnReader, 'rows'>,
  values: Values,
  sellers: readonly number[],
  { reached }: LoopAnswer,
): Promise<Map<number, bigint>> {
  const volumes = new Map<number, bigint>()
  if (reached.seller.length === 0) return volumes
  const pairs = new Set<string>()
  reached.seller.forEach((place, i) => {
    pairs.add(`${sellers[place]} ${reached.payer[i]}`)
  })
  const wanted = new Set([...reached.seller].map((p) => sellers[p] as number))
  const text = unwashedText(wanted, new Set(reached.payer))
  for (const [payee, payer, high, low] of await db.rows(text, values)) {
    if (!pairs.has(`${payee} ${payer}`)) continue
    const seller = numberOf(payee)
    const volume = bigintOf(high) * BigInt(HALF) + bigintOf(low)
    volumes.set(seller, (volumes.get(seller) ?? 0n) + volume)
  }
  return volumes
}
