import { parseAtomic, sameAddress } from '@assay402/core'
import { SLOT_MS } from '../store/slot.js'
import type { Observation } from '../store/store.js'
import type { SeenTerms, WatchState } from './state.js'

export type ChangeKind =
  | 'price_changed'
  | 'pay_to_changed'
  | 'network_changed'
  | 'asset_changed'
  | 'pay_to_rotating'
  | 'pay_to_steady'
  | 'down'
  | 'recovered'
  | 'list_match'
  | 'list_cleared'

/** One change of an endpoint. */
export type Change = {
  readonly kind: ChangeKind
  /** Epoch milliseconds. */
  readonly at: number
  readonly before: unknown
  readonly after: unknown
  /** With the kind, the same for every retelling of the same change. */
  readonly cause: string
}

export type Step = {
  readonly changes: readonly Change[]
  readonly state: WatchState
}

/** An observation of the crawler and what it is worth. */
export type WatchedLook = {
  readonly observation: Observation
  readonly usefulness: 'success' | 'failure' | 'unknown'
  /** Whether the wallet is known to rotate, this observation included. */
  readonly habit: 'rotating' | 'steady'
}

/**
 * What an observation changes. Pure; an observation that is not newer than the
 * state changes nothing. The first terms and the first success are where
 * watching begins, no events.
 */
export function stepLook(state: WatchState, look: WatchedLook): Step {
  const { at, evidence_id: cause } = look.observation
  if (at <= state.at) return { changes: [], state }
  const status = stepStatus(state, look)
  const terms = stepTerms(state, look)
  return {
    changes: [...terms.changes, ...status.changes].map((change) => ({
      ...change,
      at,
      cause,
    })),
    state: { ...state, ...terms.next, ...status.next, at },
  }
}

type Part = {
  readonly changes: readonly Omit<Change, 'at' | 'cause'>[]
  readonly next: Partial<WatchState>
}

/** Down needs two failures at least one slot apart and no success between. */
function stepStatus(
  { status, failing_since }: WatchState,
  { observation: { at }, usefulness }: WatchedLook,
): Part {
  if (usefulness === 'unknown') return { changes: [], next: {} }
  if (usefulness === 'success')
    return {
      changes:
        status === 'down'
          ? [{ kind: 'recovered', before: 'down', after: 'up' }]
          : [],
      next: { status: 'up', failing_since: null },
    }
  const since = failing_since ?? at
  const isDown = at - since >= SLOT_MS
  return {
    changes:
      isDown && status !== 'down'
        ? [{ kind: 'down', before: status, after: 'down' }]
        : [],
    next: { failing_since: since, ...(isDown && { status: 'down' as const }) },
  }
}

function stepTerms(
  state: WatchState,
  { observation, habit }: WatchedLook,
): Part {
  const terms = termsOf(observation)
  if (terms === null) return { changes: [], next: {} }
  const rotating = habit === 'rotating'
  const next = { terms, rotating }
  const before = state.terms
  if (before === null) return { changes: [], next }
  const changes: { kind: ChangeKind; before: unknown; after: unknown }[] = []
  if (rotating !== state.rotating)
    changes.push({
      kind: rotating ? 'pay_to_rotating' : 'pay_to_steady',
      before: before.pay_to,
      after: terms.pay_to,
    })
  for (const [kind, field, same] of FIELDS) {
    if (kind === 'pay_to_changed' && (rotating || state.rotating)) continue
    if (!same(before[field], terms[field]))
      changes.push({ kind, before: before[field], after: terms[field] })
  }
  return { changes, next }
}

type Same = (a: string, b: string) => boolean

const FIELDS: readonly (readonly [ChangeKind, keyof SeenTerms, Same])[] = [
  ['network_changed', 'network', (a, b) => a === b],
  ['asset_changed', 'asset', sameAddress],
  ['pay_to_changed', 'pay_to', sameAddress],
  [
    'price_changed',
    'price_atomic',
    (a, b) => parseAtomic(a) === parseAtomic(b),
  ],
]

function termsOf(observation: Observation): SeenTerms | null {
  const { price_atomic, network, asset, pay_to } = observation
  if (price_atomic === null || network === null) return null
  if (asset === null || pay_to === null) return null
  return { price_atomic, network, asset, pay_to }
}
