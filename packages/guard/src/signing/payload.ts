import { mapNetwork, sha256Hex } from '@assay402/core/light'
import { type FrozenTerms, isSameEntry } from '../approval/terms.js'
import type { Authorization } from '../ledger/event.js'
import { authorizationDifference, permit2MessageDifference } from './evm.js'
import { memberOf, wholeNumber } from './numbers.js'
import { messageOfWire, solanaDifference } from './solana.js'

/** A payment payload held against an approval. */
export type ComparedPayload = {
  readonly difference: string | undefined
  readonly authorization: Authorization | null
}

/** Seconds after which no cluster takes a transaction any more. */
const SOLANA_LIFETIME_S = 180

/**
 * Checks what leaves for the seller: scheme, network and terms of the payload,
 * and that its `accepted` is the approved entry. `now` in ms since 1970.
 */
export async function comparePayload(
  frozen: FrozenTerms,
  payload: unknown,
  now: number,
): Promise<ComparedPayload> {
  const around = envelopeDifference(frozen, payload)
  if (around !== undefined) return { difference: around, authorization: null }
  const inner = memberOf(payload, 'payload')
  const { terms } = frozen
  const transfer = memberOf(inner, 'authorization')
  if (transfer !== undefined)
    return {
      difference: authorizationDifference(terms, transfer, now),
      authorization: {
        kind: 'eip3009',
        network: terms.network,
        asset: terms.asset,
        payer: String(memberOf(transfer, 'from')),
        nonce: String(memberOf(transfer, 'nonce')),
        valid_before: secondsOf(memberOf(transfer, 'validBefore')),
      },
    }
  const permit2 = memberOf(inner, 'permit2Authorization')
  if (permit2 !== undefined)
    return {
      difference: permit2MessageDifference(terms, permit2, now),
      authorization: {
        kind: 'permit2',
        network: terms.network,
        asset: terms.asset,
        payer: String(memberOf(permit2, 'from')),
        nonce: String(memberOf(permit2, 'nonce')),
        valid_before: secondsOf(memberOf(permit2, 'deadline')),
      },
    }
  return compareSolana(frozen, memberOf(inner, 'transaction'), now)
}

/** What two payments are told apart by: what the buyer signed. */
export function payloadKey(payload: unknown): string {
  const inner = memberOf(payload, 'payload')
  const signed = memberOf(inner, 'signature') ?? memberOf(inner, 'transaction')
  return typeof signed === 'string' ? signed : ''
}

async function compareSolana(
  { terms }: FrozenTerms,
  transaction: unknown,
  now: number,
): Promise<ComparedPayload> {
  const wire = bytesOfBase64(transaction)
  const message = wire && messageOfWire(wire)
  if (message === undefined)
    return { difference: 'an unreadable payload', authorization: null }
  return {
    difference: await solanaDifference(terms, message, undefined),
    authorization: {
      kind: 'solana',
      network: terms.network,
      asset: terms.asset,
      payer: '',
      nonce: sha256Hex(String(transaction)),
      valid_before: Math.floor(now / 1000) + SOLANA_LIFETIME_S,
    },
  }
}

function envelopeDifference(
  frozen: FrozenTerms,
  payload: unknown,
): string | undefined {
  const { terms } = frozen
  const version = memberOf(payload, 'x402Version')
  if (version !== terms.version)
    return `x402 version ${String(version)} instead of ${terms.version}`
  if (terms.version === 2)
    return isSameEntry(frozen, memberOf(payload, 'accepted'))
      ? undefined
      : 'the payload accepts another entry'
  const network = memberOf(payload, 'network')
  const scheme = memberOf(payload, 'scheme')
  if (scheme !== 'exact') return `scheme ${String(scheme)} instead of exact`
  return typeof network === 'string' && mapNetwork(network).id === terms.network
    ? undefined
    : `network ${String(network)} instead of ${terms.network}`
}

function secondsOf(value: unknown): number {
  return Number(wholeNumber(value) ?? 0n)
}

function bytesOfBase64(value: unknown): Uint8Array | undefined {
  if (typeof value !== 'string' || !/^[A-Za-z0-9+/]+={0,2}$/.test(value))
    return undefined
  try {
    return Uint8Array.from(atob(value), (one) => one.charCodeAt(0))
  } catch {
    return undefined
  }
}
