import type { Authorization, LedgerEvent, Outcome } from '../ledger/event.js'
import { applyEvent, emptyState, type LedgerState } from '../ledger/state.js'
import { PAY_TO, THIEF, USDC } from './seller.js'

/** When a ledger of a test begins. */
export const T = 1_000_000_000
/** What is paid for. */
export const RESOURCE = 'GET https://a.example/'
/** Milliseconds. */
export const MINUTE = 60_000

/** What is signed. */
export const AUTHORIZATION: Authorization = {
  kind: 'eip3009',
  network: 'eip155:8453',
  asset: USDC,
  payer: THIEF,
  nonce: '0x01',
  valid_before: T / 1000 + 60,
}

/** A cent is reserved. */
export function reserved(id: string, at = T, change: object = {}): LedgerEvent {
  return {
    e: 'reserved',
    id,
    at,
    request: RESOURCE,
    host: 'https://a.example',
    wallet: 'w',
    terms: {
      resource: RESOURCE,
      network: 'eip155:8453',
      asset: USDC,
      amount: '10000',
      pay_to: PAY_TO,
    },
    open_until: at + 2 * MINUTE,
    ...change,
  }
}

/** It is signed for. */
export const signed = (
  id: string,
  at = T,
  change: object = {},
): LedgerEvent => ({
  e: 'signed',
  id,
  at,
  authorization: AUTHORIZATION,
  ...change,
})

/** How it ends. */
export const ended = (id: string, outcome: Outcome, at = T): LedgerEvent => ({
  e: 'ended',
  id,
  at,
  outcome,
})

/** The state that events make. */
export function after(...events: LedgerEvent[]): LedgerState {
  const state = emptyState()
  for (const event of events) applyEvent(state, event)
  return state
}
