import { z } from 'zod'

// How per-wallet figures lie in the operational store. Whoever reads them is
// another process, perhaps of another version: they are checked when read.

const atomic = z.string().regex(/^[0-9]{1,40}$/)
const count = z.int().min(0)
const share = z.number().min(0).max(1)
const time = z.iso.datetime()

const payer = z.object({
  wallet: z.string(),
  volume_atomic: atomic,
  /** Of the window's volume, 4 decimals. */
  share,
  settlements: count,
  first_at: time,
  last_at: time,
  /** `self`: the seller's own wallet. `loop`: the seller paid it. */
  washed: z.enum(['self', 'loop', 'no']),
})

const lists = z.object({
  window: z.object({ from: time, to: time }),
  /** What was read without a gap. */
  covered: z.object({ from: time, to: time }),
  totals: z.object({
    volume_atomic: atomic,
    washed_volume_atomic: atomic,
    settlements: count,
    buyers: count,
    real_buyers: count,
    repeat_buyers: count,
  }),
  top_payer_share: share,
  /** The largest first, at most 100. */
  payers: z.array(payer),
  payers_left_out: count,
  /** Days with settlements, oldest first. */
  daily: z.array(
    z.object({ day: z.iso.date(), tx_count: count, volume_atomic: atomic }),
  ),
  /** Buyers to whom the seller sent money in the window, at most 100. */
  loops: z.array(
    z.object({
      wallet: z.string(),
      sent_atomic: atomic,
      settled_atomic: atomic,
    }),
  ),
  /** Buyers who got money back over other wallets. */
  multi_hop: z.object({
    washed_volume_atomic: atomic,
    wallets: z.array(z.string()),
  }),
  refunds: z.object({ count, volume_atomic: atomic }),
  cohorts: z.array(
    z.object({
      wallets: z.array(z.string()),
      first_at: z.string(),
      amount_atomic: atomic,
      payments: count,
    }),
  ),
  /** Where following the seller's money was cut; null: nowhere. */
  cut: z.object({ hubs: z.array(z.string()), unread: count }).nullable(),
})

/** Lists of one wallet for people. */
export type SettlementLists = z.output<typeof lists>

const settlement = z.object({
  status: z.literal('available'),
  source: z.string(),
  transfers: z.array(z.looseObject({})).optional(),
  other_transfers: z.array(z.looseObject({})).optional(),
  figures: z.looseObject({}).optional(),
})

/** The `figures` of a row of the operational store. */
export const storedFigures = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('available'),
    settlement,
    excluded_wallets: z.array(
      z.object({ wallet: z.string(), why: z.enum(['bootstrap', 'own_probe']) }),
    ),
    self: z.boolean(),
    activity: z.looseObject({
      total_tx_count: count,
      unique_payers: count,
      daily: z.array(z.unknown()),
    }),
    lists,
  }),
  z.object({ status: z.literal('partial'), lists }),
  z.object({ status: z.literal('delisted'), why: z.string() }),
])

export type StoredFigures = z.output<typeof storedFigures>
