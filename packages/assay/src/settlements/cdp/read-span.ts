import { isEvmAddress, parseAtomic } from '@assay402/core'
import { z } from 'zod'
import { classify, type KnownSettlers } from '../evm/classify.js'
import { MAX_AMOUNT, type Transfer } from '../transfer.js'
import { type CdpCall, CdpFailed, type SqlRow } from './call.js'
import {
  authorizationsQuery,
  type EventsAsk,
  PAGE_ROWS,
  transfersQuery,
} from './queries.js'

export type SpanTools = {
  readonly call: CdpCall
  /** CAIP-2. */
  readonly network: string
  readonly settlers: KnownSettlers
}

const address = z
  .string()
  .refine(isEvmAddress)
  .transform((text) => text.toLowerCase())
const hash = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/)
  .transform((text) => text.toLowerCase())
const whole = z.coerce.number().int().min(0)

const transferRow = z.object({
  block_number: whole,
  at: z.string(),
  transaction_hash: hash,
  log_index: whole,
  transaction_from: address,
  // Empty for a transaction that makes a contract.
  transaction_to: z.union([
    address,
    z.literal('').transform(() => null),
    z.null(),
  ]),
  sender: address,
  recipient: address,
  amount: z.string().transform((text, context): bigint => {
    const amount = parseAtomic(text)
    if (amount !== undefined) return amount
    context.addIssue({ code: 'custom', message: 'no amount' })
    return z.NEVER
  }),
  action: z.enum(['added', 'removed', '1', '-1']),
})

const authorizationRow = z.object({ transaction_hash: hash, payer: address })

/**
 * Every transfer of the wallets in a span, classed. Rejects with `CdpFailed`;
 * its cure is `smaller` when there are more than one page holds.
 */
export async function readSpan(
  { call, network, settlers }: SpanTools,
  ask: EventsAsk,
): Promise<Transfer[]> {
  const rows = await page(call, transfersQuery(ask), transferRow)
  const there = remaining(rows)
  if (there.length === 0) return []
  const used = new Set(
    (await page(call, authorizationsQuery(ask), authorizationRow)).map(
      (row) => `${row.transaction_hash} ${row.payer}`,
    ),
  )
  return there.map((row) => {
    const isUsed = used.has(`${row.transaction_hash} ${row.sender}`)
    const from = row.transaction_from
    const kind = classify(
      isUsed ? 'used' : 'none',
      { from, to: row.transaction_to },
      settlers,
    )
    return {
      ...{ network, at: timeOf(row.at), block: row.block_number },
      ...{ tx: row.transaction_hash, log_index: row.log_index },
      ...{ from: row.sender, to: row.recipient, amount: row.amount },
      facilitator: kind === 'none' ? null : from,
      class: kind,
    }
  })
}

/** The rows of a query, all of them or none. */
export async function page<Row extends z.ZodType>(
  call: CdpCall,
  sql: string,
  row: Row,
): Promise<z.output<Row>[]> {
  const rows: SqlRow[] = await call(sql)
  if (rows.length > PAGE_ROWS)
    throw new CdpFailed(`more than ${PAGE_ROWS} rows`, 'smaller')
  const read = z.array(row).safeParse(rows)
  if (read.success) return read.data
  const path = read.error.issues[0]?.path.join('.')
  throw new CdpFailed(`a row that cannot be read (${path})`, 'none')
}

/** A time of the index: UTC, with or without its fraction and its letters. */
export function timeOf(text: string): number {
  const [, day, clock] =
    /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.\d+)?(?: ?(?:Z|UTC|\+00:?00))?$/.exec(
      text,
    ) ?? []
  const ms = Date.parse(`${day}T${clock}Z`)
  if (Number.isFinite(ms)) return ms
  throw new CdpFailed('a time that cannot be read', 'none')
}

type Row = z.output<typeof transferRow>

/** What was added oftener than it was taken back, in a re-organisation. */
function remaining(rows: readonly Row[]): Row[] {
  const found = new Map<string, { row: Row; count: number }>()
  for (const row of rows) {
    const key = `${row.transaction_hash} ${row.log_index}`
    const known = found.get(key) ?? { row, count: 0 }
    const isAdded = row.action === 'added' || row.action === '1'
    known.count += isAdded ? 1 : -1
    if (isAdded) known.row = row
    found.set(key, known)
  }
  return [...found.values()]
    .filter(({ row, count }) => count > 0 && row.amount <= MAX_AMOUNT)
    .map(({ row }) => row)
}
