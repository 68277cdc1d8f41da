import { z } from 'zod'
import { parseAtomic } from '../../money/usd.js'
import { maybe, nowField, rowDate, rows } from '../../rulebook/input.js'
import { EXCLUDED_WHY } from './data.js'

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

export type ExcludedRow = z.output<typeof excludedRow>

const settlement = z.object({
  status: maybe(z.enum(['available', 'missing'])),
  source: maybe(z.string()),
  transfers: maybe(transferRows).describe(
    'Canonical USDC to or from pay_to; settlements strong, by contract or probable, outgoing of all classes',
  ),
  other_transfers: maybe(transferRows).describe(
    'Hops between other wallets, for extended.multi_hop',
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
