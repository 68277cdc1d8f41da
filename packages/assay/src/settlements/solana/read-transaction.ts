import type { z } from 'zod'
import type { Transfer, TransferClass } from '../transfer.js'
import { MAX_AMOUNT } from '../transfer.js'
import { moves } from './instructions.js'
import { netMoves } from './net-moves.js'
import { parsedTransaction } from './shapes.js'

export type TransactionAsk = {
  /** CAIP-2. */
  readonly network: string
  readonly mint: string
  /** The wallet whose transfers are wanted. */
  readonly wallet: string
  /** Its own token accounts. */
  readonly accounts: ReadonlySet<string>
  /** Epoch milliseconds, from the block or its neighbours. */
  readonly at: number
  readonly facilitators: ReadonlySet<string>
}

/** An answer of `getTransaction` that is none of the shapes there are. */
export class OddTransaction extends Error {}

/**
 * The transfers of a token to or from a wallet in one answer of
 * `getTransaction` (`jsonParsed`); none for a transaction that failed. Owners
 * come from the balances before and after, so that accounts that are closed by
 * now have theirs too. Throws `OddTransaction`.
 */
export function readTransaction(
  answer: unknown,
  ask: TransactionAsk,
): Transfer[] {
  const read = parsedTransaction.safeParse(answer)
  if (!read.success) throw new OddTransaction(oddity(read.error))
  const { slot, meta, transaction } = read.data
  if (meta.err !== null && meta.err !== undefined) return []
  const [tx] = transaction.signatures
  const keys = transaction.message.accountKeys
  const payer = keys[0]?.pubkey
  if (tx === undefined || payer === undefined)
    throw new OddTransaction('a transaction without a signature')
  const { found, isPlain, isSupplied } = moves(read.data, ask.mint)
  const ownerOf = owners(read.data, ask)
  const shown = found.map((move) => ({
    ...move,
    from: ownerOf(move.source, move.authority),
    to: ownerOf(move.destination),
  }))
  // A node that cannot read an instruction still has the balances.
  const all =
    shown.length > 0 || isSupplied
      ? shown
      : netMoves(read.data, ask.mint, ownerOf)
  return all
    .filter(({ from, to }) => from === ask.wallet || to === ask.wallet)
    .filter(({ amount }) => amount <= MAX_AMOUNT)
    .map((move) => {
      const isPayment = isPlain && all.length === 1
      const kind = classOf(payer, move.from, isPayment, ask)
      return {
        ...{ network: ask.network, at: ask.at, block: slot, tx },
        log_index: move.place,
        ...{ from: move.from, to: move.to, amount: move.amount },
        facilitator: kind === 'none' ? null : payer,
        class: kind,
      }
    })
}

type Parsed = z.output<typeof parsedTransaction>

/**
 * Who owns a token account: by the balances, else by who opened or closed it in
 * this transaction, else (without any balances, as in very old blocks) by who
 * signed for it. An account that nothing is said of stands for its owner.
 */
function owners(
  { meta, transaction }: Parsed,
  { wallet, accounts }: TransactionAsk,
): (account: string, authority?: string | undefined) => string {
  const keys = transaction.message.accountKeys.map(({ pubkey }) => pubkey)
  const known = new Map<string, string>()
  for (const account of accounts) known.set(account, wallet)
  for (const { account, owner } of openings(transaction, meta))
    known.set(account, owner)
  const balances = [
    ...(meta.postTokenBalances ?? []),
    // Before comes last: an account may have another owner afterwards.
    ...(meta.preTokenBalances ?? []),
  ]
  for (const { accountIndex, owner } of balances) {
    const account = keys[accountIndex]
    if (account !== undefined && owner) known.set(account, owner)
  }
  return (account, authority) => known.get(account) ?? authority ?? account
}

function* openings(
  { message }: Parsed['transaction'],
  meta: Parsed['meta'],
): Generator<{ account: string; owner: string }> {
  const inner = (meta.innerInstructions ?? []).flatMap(
    (one) => one.instructions,
  )
  for (const { parsed } of [...message.instructions, ...inner]) {
    if (parsed === undefined || typeof parsed === 'string') continue
    const account = parsed.info?.['account']
    const owner = parsed.info?.['owner']
    if (!/^(initializeAccount|closeAccount)/.test(parsed.type ?? '')) continue
    if (typeof account === 'string' && typeof owner === 'string')
      yield { account, owner }
  }
}

/**
 * `strong`: a listed facilitator pays the fee. `weak`: of its own money.
 * `probable`: somebody else pays the fee of just such a payment.
 */
function classOf(
  payer: string,
  from: string,
  isPlain: boolean,
  { facilitators }: TransactionAsk,
): TransferClass {
  if (facilitators.has(payer)) return payer === from ? 'weak' : 'strong'
  return payer !== from && isPlain ? 'probable' : 'none'
}

function oddity(error: z.ZodError): string {
  const issue = error.issues[0]
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'unreadable'}`
}
