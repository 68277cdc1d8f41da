import { parseAtomic } from '@assay402/core'
import type { z } from 'zod'
import type { ParsedInstruction, parsedTransaction } from './shapes.js'
import { TOKEN_PROGRAMS } from './token-account.js'

/** One transfer of the token, between token accounts. */
export type Move = {
  /** Its place among all instructions, those inside others included. */
  readonly place: number
  readonly source: string
  readonly destination: string
  readonly amount: bigint
  /** Who signed for it. */
  readonly authority: string | undefined
}

export type Moves = {
  readonly found: readonly Move[]
  /** Nothing else happens but what a payment by x402 needs. */
  readonly isPlain: boolean
  /** The token was made or burnt, which is no transfer. */
  readonly isSupplied: boolean
}

/** The transfers of a mint in the instructions of a transaction, in order. */
export function moves(
  {
    meta,
    transaction,
  }: Pick<z.output<typeof parsedTransaction>, 'meta' | 'transaction'>,
  mint: string,
): Moves {
  const { accountKeys, instructions } = transaction.message
  const keys = accountKeys.map(({ pubkey }) => pubkey)
  const mints = new Map<string, string>()
  for (const { accountIndex, mint: of } of [
    ...(meta.preTokenBalances ?? []),
    ...(meta.postTokenBalances ?? []),
  ])
    mints.set(keys[accountIndex] ?? '', of)
  const inner = new Map(
    (meta.innerInstructions ?? []).map((one) => [one.index, one.instructions]),
  )
  const all = instructions.flatMap((one, i) => [one, ...(inner.get(i) ?? [])])
  const found = all.flatMap((one, place) => {
    const move = moveOf(one, place, mint, mints)
    return move === undefined ? [] : [move]
  })
  return {
    found,
    isPlain: instructions.every(({ programId }) => PLAIN.has(programId)),
    isSupplied: all.some((one) => TOKENS.has(one.programId) && isSupply(one)),
  }
}

const TOKENS: ReadonlySet<string> = new Set(Object.values(TOKEN_PROGRAMS))

/** The programs of a payment: budget, token, its account, memo, lighthouse. */
const PLAIN: ReadonlySet<string> = new Set([
  ...TOKENS,
  'ComputeBudget111111111111111111111111111111',
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
  'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95',
])

const TRANSFERS: ReadonlySet<string> = new Set([
  'transfer',
  'transferChecked',
  'transferCheckedWithFee',
])

function moveOf(
  { programId, parsed }: ParsedInstruction,
  place: number,
  mint: string,
  mints: ReadonlyMap<string, string>,
): Move | undefined {
  if (!TOKENS.has(programId) || typeof parsed !== 'object') return undefined
  const { type = '', info = {} } = parsed
  const { source, destination } = info
  if (!TRANSFERS.has(type)) return undefined
  if (typeof source !== 'string' || typeof destination !== 'string')
    return undefined
  // A plain transfer does not name its mint: its accounts do.
  const of = info['mint'] ?? mints.get(source) ?? mints.get(destination)
  const amount = parseAtomic(amountText(info))
  if (of !== mint || amount === undefined) return undefined
  const authority = info['authority'] ?? info['multisigAuthority']
  return {
    ...{ place, source, destination, amount },
    authority: typeof authority === 'string' ? authority : undefined,
  }
}

function amountText(info: Readonly<Record<string, unknown>>): unknown {
  const { tokenAmount } = info as { tokenAmount?: { amount?: unknown } }
  return tokenAmount?.amount ?? info['amount']
}

function isSupply({ parsed }: ParsedInstruction): boolean {
  return typeof parsed === 'object' && /^(mintTo|burn)/.test(parsed.type ?? '')
}
