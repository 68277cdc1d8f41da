import { z } from 'zod'
import { EXCLUDED_WHY } from './data.js'

const atomic = z.string().regex(/^[0-9]+$/)
const count = z.int().min(0)
const ratio = z.number().min(0).max(1).describe('4 decimals, half up')

const cohort = z.object({
  wallets: z.array(z.string()),
  first_at: z.string(),
  amount_atomic: atomic,
  payments: count,
})

/** What is shown beside the verdict. */
export const extended = z.object({
  multi_hop: z.object({
    washed_volume_atomic: atomic,
    wallets: z.array(z.string()),
  }),
  refunds: z.object({ count, volume_atomic: atomic }),
  top_payer_share: ratio,
  cohorts: z.array(cohort),
})

/** A score of one seller. */
export const counterpartyAnswer = z.object({
  rulebook: z.literal('counterparty'),
  version: z.literal('1'),
  subject: z.string(),
  subject_type: z.enum(['url', 'address']),
  pay_to: z.string().nullable(),
  network: z.string().nullable(),
  verdict: z.enum(['trusted', 'caution', 'avoid']),
  confidence: z.number().min(0).max(1),
  wash_trading_ratio: ratio.nullable(),
  real_buyer_count: count.nullable(),
  repeat_buyer_rate: ratio.nullable(),
  feeds: z.object({
    catalog: z.literal(true),
    settlement: z.boolean(),
    probe: z.boolean(),
  }),
  totals: z.object({
    volume_atomic: atomic.nullable(),
    washed_volume_atomic: atomic.nullable(),
    settlements: count.nullable(),
    buyers: count.nullable(),
  }),
  disclosures: z.array(
    z.object({ wallet: z.string(), why: z.enum(EXCLUDED_WHY) }),
  ),
  source: z.string(),
  updated_at: z.string(),
  extended: extended.nullable(),
})

/** The answer to a subject that can be no seller. */
export const invalidSubject = z.object({
  error: z.object({ code: z.literal('INVALID_SUBJECT'), message: z.string() }),
})

export const counterpartyOutput = z.union([counterpartyAnswer, invalidSubject])

export type CounterpartyAnswer = z.output<typeof counterpartyAnswer>
export type InvalidSubject = z.output<typeof invalidSubject>
export type Verdict = CounterpartyAnswer['verdict']
export type Totals = CounterpartyAnswer['totals']
export type Disclosure = CounterpartyAnswer['disclosures'][number]
export type Extended = NonNullable<CounterpartyAnswer['extended']>
export type Cohort = Extended['cohorts'][number]
