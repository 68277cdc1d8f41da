import { z } from 'zod'
import { parseAtomic } from '../../money/usd.js'
import { maybe, nowField, rowDate, rows } from '../../rulebook/input.js'
import { EXCLUDED_WHY } from './data.js'
import { extended } from './output.js'

const rowAmount = z.string().transform((text, context): bigint => {
  const amount = parseAtomic(text)
  if (amount !== undefined) return amount
  context.addIssue({ code: 'custom', message: 'unreadable amount' })
  return z.NEVER
})

/** One canonical USDC transfer as a feed gives it; read by `readTransferRow`. */
export const transferRow = z.object({
  tx: maybe(z.string()),
  log_index: maybe(z.number()),
  from: z.string(),
  to: z.string(),
  amount_atomic: rowAmount,
  at: rowDate,
})

export type TransferRow = z.output<typeof transferRow>

// Sellers have hundreds of thousands of them, and zod costs more a row than
// everything that is computed from it.
const transferRows = z.array(z.unknown()).meta({ rowSchema: transferRow })

const excludedRow = z.object({
  wallet: z.string(),
  why: z.enum(EXCLUDED_WHY),
})

const atomic = z.string().regex(/^[0-9]{1,78}$/)
const count = z.int().min(0)

const summedSettlements = z
  .object({
    volume_atomic: atomic,
    washed_volume_atomic: atomic,
    settlements: count,
    buyers: count,
    real_buyers: count,
    repeat_buyers: count,
    excluded_payers: z.array(z.string()),
    extended,
  })
  .refine(isConsistent, 'a part is larger than its whole')

/** The window's sums, by the rules of this book. */
export type SummedSettlements = z.output<typeof summedSettlements>

function isConsistent(sums: {
  readonly volume_atomic: string
  readonly washed_volume_atomic: string
  readonly settlements: number
  readonly buyers: number
  readonly real_buyers: number
  readonly repeat_buyers: number
}): boolean {
  return (
    BigInt(sums.washed_volume_atomic) <= BigInt(sums.volume_atomic) &&
    sums.repeat_buyers <= sums.real_buyers &&
    sums.real_buyers <= sums.buyers &&
    sums.buyers <= sums.settlements
  )
}

const settlement = z.object({
  status: maybe(z.enum(['available', 'missing'])),
  source: maybe(z.string()),
  transfers: maybe(transferRows).describe(
    'Canonical USDC to or from pay_to; settlements strong, by contract or probable, outgoing of all classes',
  ),
  other_transfers: maybe(transferRows).describe(
    'Hops between other wallets, for extended.multi_hop',
  ),
  figures: maybe(summedSettlements).describe(
    'Without transfers, where they are too many to list: the sums of the window by the same rules, with the same excluded wallets, as of its own time',
  ),
})

const probe = z.object({
  status: maybe(z.enum(['completed', 'not_completed'])),
  challenge: maybe(z.enum(['valid', 'invalid', 'none'])),
  pay_to: maybe(rows(z.string())),
})

/** What `counterparty` judges. */
export const counterpartyInput = z.object({
  now: nowField,
  subject: z
    .unknown()
    .optional()
    .describe('An http(s) URL with a host, or an EVM or Solana address'),
  network: maybe(z.string()),
  pay_to: maybe(z.string()),
  settlement: maybe(settlement),
  probe: maybe(probe),
  excluded_wallets: maybe(rows(excludedRow)),
  self: maybe(z.boolean()),
})

export type CounterpartyInput = z.output<typeof counterpartyInput>
