import type { ApprovedTerms } from '../approval/terms.js'
import { readSolanaMessage, type SolanaInstruction } from './solana-message.js'
import { tokenAccountOf } from './token-account.js'

const TOKEN_PROGRAMS = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]
/** Programs that move nothing: budget and memo. */
const HARMLESS = [
  'ComputeBudget111111111111111111111111111111',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
]
/** Lighthouse: its assertions move nothing, its first two instructions rent. */
const ASSERTIONS = 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95'
const FIRST_ASSERTION = 2
const TRANSFER_CHECKED = 12

/**
 * How a Solana message differs from the approved terms: exactly one checked
 * transfer, of the token, the amount and to the token account that were
 * approved, and beside it nothing that moves anything. `undefined` when it
 * does not differ.
 *
 * @param buyer the address that signs
 */
export async function solanaDifference(
  terms: ApprovedTerms,
  bytes: Uint8Array,
  buyer: string | undefined,
): Promise<string | undefined> {
  const message = readSolanaMessage(bytes)
  if (message === undefined) return 'an unreadable message'
  const feePayer = terms.extra['feePayer']
  if (message.fee_payer !== feePayer)
    return `fee payer ${message.fee_payer} instead of ${String(feePayer).slice(0, 44)}`
  if (buyer !== undefined && buyer === message.fee_payer)
    return 'the buyer pays the fees'
  const moving = message.instructions.filter((each) => !isStill(each))
  const [transfer] = moving
  if (moving.length !== 1 || transfer === undefined)
    return `${moving.length} instructions that move something instead of one`
  // Whoever signs: the buyer may be known by nothing else.
  if (transfer.accounts[3] === message.fee_payer)
    return 'the buyer pays the fees'
  return transferDifference(terms, transfer, buyer)
}

function isStill({ program, data }: SolanaInstruction): boolean {
  if (program === ASSERTIONS) return (data[0] ?? 0) >= FIRST_ASSERTION
  return HARMLESS.includes(program)
}

async function transferDifference(
  terms: ApprovedTerms,
  { program, accounts, data }: SolanaInstruction,
  buyer: string | undefined,
): Promise<string | undefined> {
  if (!TOKEN_PROGRAMS.includes(program))
    return `program ${program} is no token program`
  if (data[0] !== TRANSFER_CHECKED || data.length < 10)
    return 'the instruction is no TransferChecked'
  const [source, mint, destination, authority] = accounts
  if (mint !== terms.asset) return `token ${mint} instead of ${terms.asset}`
  const amount = new DataView(data.buffer, data.byteOffset).getBigUint64(
    1,
    true,
  )
  if (amount !== terms.amount)
    return `amount ${amount} instead of ${terms.amount}`
  const wanted = await tokenAccountOf(terms.pay_to, program, terms.asset)
  if (wanted === undefined || destination !== wanted)
    return `destination ${destination} instead of ${wanted}, the token account of ${terms.pay_to}`
  if (accounts.length !== 4) return 'more signers than one'
  if (buyer === undefined) return undefined
  if (authority !== buyer) return `authority ${authority} instead of ${buyer}`
  return source === (await tokenAccountOf(buyer, program, terms.asset))
    ? undefined
    : 'it pays from another token account'
}

/** The message of a transaction in wire form. */
export function messageOfWire(wire: Uint8Array): Uint8Array | undefined {
  // One byte counts up to 127 signatures, more than a packet can hold.
  const signatures = wire[0]
  if (signatures === undefined || signatures > 127) return undefined
  const start = 1 + signatures * 64
  return start < wire.length ? wire.subarray(start) : undefined
}
