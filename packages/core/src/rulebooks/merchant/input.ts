import { z } from 'zod'
import { isObject } from '../../json/value.js'
import { parseAtomic } from '../../money/usd.js'
import {
  countField,
  knownCount,
  maybe,
  maybeDate,
  nowField,
  rowAtomic,
  rowAtomicText,
  rows,
  rowsReadBy,
} from '../../rulebook/input.js'
import { parseDay } from '../../time/instant.js'
import { SOURCES } from './data.js'

/** One complete UTC day of the wallet's settlements. */
export type DailyRow = {
  /** Whole days since the Unix epoch. */
  readonly day: number
  readonly transactions: number
  readonly volume: bigint
}

const dailyRow = z.object({
  day: z.string().meta({ format: 'date' }),
  tx_count: countField,
  volume_atomic: rowAtomicText,
})

const priceObservation = z.object({
  resource: z.string(),
  payer: z.string(),
  price_atomic: rowAtomic,
})

const activity = z.object({
  source: maybe(z.enum(SOURCES)),
  first_seen: maybeDate,
  total_tx_count: maybe(countField),
  unique_payers: maybe(countField),
  completed_flows: maybe(countField),
  abandoned_flows: maybe(countField),
  refund_count: maybe(countField),
  refund_eligible_volume_atomic: maybe(z.string()),
  payer_price_observations: maybe(rows(priceObservation)),
  daily: maybe(rowsReadBy(dailyRow, readDaily)),
})

export const platformRow = z.object({
  url: maybe(z.string()),
  service_name: maybe(z.string()),
})

/** What the merchant rulebook reads; everything but `now` may be missing. */
export const merchantInput = z.object({
  now: nowField,
  wallet: maybe(z.string()),
  indexed: maybe(z.boolean()),
  activity: maybe(activity),
  price_usd: maybe(
    z.union([
      z.string(),
      // A number that JSON can write but a double cannot hold is unreadable,
      // not of the wrong type.
      z
        .custom<number>((value) => typeof value === 'number')
        .meta({ type: 'number' }),
    ]),
  ),
  amount_atomic: maybe(z.string()),
  asset: maybe(z.string()),
  advertised_prices_atomic: maybe(rowsReadBy(rowAtomicText, readAtomicText)),
  category: maybe(z.string()),
  comparable_prices_atomic: maybe(rowsReadBy(rowAtomicText, parseAtomic)),
  platforms: maybe(rows(platformRow)),
})

export type MerchantInput = z.output<typeof merchantInput>
export type PriceObservation = z.output<typeof priceObservation>

function readDaily(item: unknown): DailyRow | undefined {
  if (!isObject(item)) return undefined
  const day = parseDay(item['day'])
  const transactions = knownCount(item['tx_count'])
  const volume = parseAtomic(item['volume_atomic'])
  return day === undefined || transactions === undefined || volume === undefined
    ? undefined
    : { day, transactions, volume }
}

function readAtomicText(item: unknown): string | undefined {
  return parseAtomic(item) === undefined ? undefined : (item as string)
}
