import { sameAddress } from '@assay402/core/light'
import type { ApprovedTerms } from '../approval/terms.js'
import {
  EXACT_PERMIT2_PROXY,
  GATEWAY,
  PERMIT2,
  VALIDITY_SLACK_S,
} from './contracts.js'
import { memberOf, wholeNumber } from './numbers.js'

/** EIP-712 typed data as signers take it. */
export type TypedData = {
  readonly domain?: unknown
  readonly primaryType?: unknown
  readonly message?: unknown
}

/** The signatures a payment can consist of; each is given once. */
export type SignatureKind = 'payment' | 'permit' | 'token_approval'

/** What is asked to be signed, held against what was approved. */
export type Compared = {
  readonly kind: SignatureKind
  /** In plain words; `undefined` when it is what was approved. */
  readonly difference: string | undefined
}

/** Compares typed data with the approved terms; `now` in ms since 1970. */
export function compareTypedData(
  terms: ApprovedTerms,
  data: TypedData,
  now: number,
): Compared {
  const chain = chainIdOf(terms.network)
  if (
    chain === undefined ||
    wholeNumber(memberOf(data.domain, 'chainId')) !== chain
  )
    return payment(
      `chain ${text(memberOf(data.domain, 'chainId'))} instead of ${terms.network}`,
    )
  switch (data.primaryType) {
    case 'TransferWithAuthorization':
      return payment(transferDifference(terms, data, now))
    case 'PermitWitnessTransferFrom':
      return payment(permit2Difference(terms, data, now))
    case 'Permit':
      return { kind: 'permit', difference: permitDifference(terms, data, now) }
    default:
      return payment(
        `a ${text(data.primaryType)} is not a payment of scheme exact`,
      )
  }
}

/** Compares a raw transaction; only the declared token approval is ever one. */
export function compareTransaction(
  terms: ApprovedTerms,
  transaction: unknown,
): Compared {
  const kind = 'token_approval'
  if (!terms.extensions.includes('erc20ApprovalGasSponsoring'))
    return { kind, difference: 'a transaction was not part of the terms' }
  const data = String(memberOf(transaction, 'data')).toLowerCase()
  const spender = `0x095ea7b3${PERMIT2.slice(2).toLowerCase().padStart(64, '0')}`
  const difference = first(
    differs(
      'chain',
      wholeNumber(memberOf(transaction, 'chainId')),
      chainIdOf(terms.network),
    ),
    otherAddress('contract', memberOf(transaction, 'to'), terms.asset),
    wholeNumber(memberOf(transaction, 'value') ?? 0) === 0n
      ? undefined
      : 'it sends coins',
    data.length === 138 && data.startsWith(spender)
      ? undefined
      : 'it is no approval of Permit2',
  )
  return { kind, difference }
}

/** The chain id of an EVM network. */
export function chainIdOf(network: string): bigint | undefined {
  const digits = /^eip155:([0-9]{1,20})$/.exec(network)?.[1]
  return digits === undefined ? undefined : BigInt(digits)
}

/** Differences of an EIP-3009 authorisation, signed or in a payload. */
export function authorizationDifference(
  terms: ApprovedTerms,
  message: unknown,
  now: number,
): string | undefined {
  return first(
    otherAddress('receiver', memberOf(message, 'to'), terms.pay_to),
    differs('amount', wholeNumber(memberOf(message, 'value')), terms.amount),
    tooLong(memberOf(message, 'validBefore'), terms, now),
  )
}

/** Differences of a Permit2 authorisation, signed or in a payload. */
export function permit2MessageDifference(
  terms: ApprovedTerms,
  message: unknown,
  now: number,
): string | undefined {
  const permitted = memberOf(message, 'permitted')
  const witness = memberOf(message, 'witness')
  return first(
    otherAddress('token', memberOf(permitted, 'token'), terms.asset),
    differs('amount', wholeNumber(memberOf(permitted, 'amount')), terms.amount),
    otherAddress('spender', memberOf(message, 'spender'), EXACT_PERMIT2_PROXY),
    otherAddress('receiver', memberOf(witness, 'to'), terms.pay_to),
    tooLong(memberOf(message, 'deadline'), terms, now),
  )
}

function transferDifference(
  terms: ApprovedTerms,
  data: TypedData,
  now: number,
) {
  return first(
    terms.extra['assetTransferMethod'] === 'permit2'
      ? 'the terms are for Permit2'
      : undefined,
    otherContract(terms, memberOf(data.domain, 'verifyingContract')),
    authorizationDifference(terms, data.message, now),
  )
}

/** The contract is the token, or a known one that the terms declare. */
function otherContract(terms: ApprovedTerms, contract: unknown) {
  const declared = terms.extra['verifyingContract']
  const isGateway =
    terms.extra['name'] === GATEWAY.name &&
    typeof declared === 'string' &&
    sameAddress(declared, GATEWAY.contract)
  return otherAddress(
    'verifying contract',
    contract,
    isGateway ? GATEWAY.contract : terms.asset,
  )
}

function permit2Difference(terms: ApprovedTerms, data: TypedData, now: number) {
  return first(
    terms.extra['assetTransferMethod'] === 'permit2'
      ? undefined
      : 'the terms are not for Permit2',
    otherAddress(
      'verifying contract',
      memberOf(data.domain, 'verifyingContract'),
      PERMIT2,
    ),
    permit2MessageDifference(terms, data.message, now),
  )
}

function permitDifference(terms: ApprovedTerms, data: TypedData, now: number) {
  const { message } = data
  return first(
    terms.extensions.includes('eip2612GasSponsoring')
      ? undefined
      : 'a token permit was not part of the terms',
    otherAddress(
      'verifying contract',
      memberOf(data.domain, 'verifyingContract'),
      terms.asset,
    ),
    otherAddress('spender', memberOf(message, 'spender'), PERMIT2),
    differs('amount', wholeNumber(memberOf(message, 'value')), terms.amount),
    tooLong(memberOf(message, 'deadline'), terms, now),
  )
}

function payment(difference: string | undefined): Compared {
  return { kind: 'payment', difference }
}

function first(...found: (string | undefined)[]): string | undefined {
  return found.find((difference) => difference !== undefined)
}

function otherAddress(what: string, signed: unknown, approved: string) {
  return typeof signed === 'string' && sameAddress(signed, approved)
    ? undefined
    : `${what} ${text(signed)} instead of ${approved}`
}

function differs(
  what: string,
  signed: bigint | undefined,
  approved: bigint | undefined,
) {
  return signed !== undefined && signed === approved
    ? undefined
    : `${what} ${text(signed)} instead of ${text(approved)}`
}

function tooLong(until: unknown, terms: ApprovedTerms, now: number) {
  const latest = Math.floor(now / 1000 + terms.valid_for_s) + VALIDITY_SLACK_S
  const signed = wholeNumber(until)
  return signed !== undefined && signed <= BigInt(latest)
    ? undefined
    : `valid until ${text(signed)} instead of ${latest} at the latest`
}

/** Values come from sellers' documents, so they are shown short. */
function text(value: unknown): string {
  return String(value)
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 80)
}
