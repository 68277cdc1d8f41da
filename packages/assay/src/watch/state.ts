import { isObject } from '@assay402/core'

/** Payment terms as they were last seen. */
export type SeenTerms = {
  readonly price_atomic: string
  readonly network: string
  readonly asset: string
  readonly pay_to: string
}

/** What is remembered of a watched endpoint between looks. */
export type WatchState = {
  readonly version: 1
  /** The newest observation that took part, epoch milliseconds. */
  readonly at: number
  readonly terms: SeenTerms | null
  /** The wallet is known to change: changes of it are no events. */
  readonly rotating: boolean
  readonly status: 'up' | 'down' | 'unknown'
  /** The first failure since the last success; null: none. */
  readonly failing_since: number | null
  /** List matches that were told already. */
  readonly listed: readonly string[]
}

/** Before anything was seen. */
export const FIRST_STATE: WatchState = {
  version: 1,
  at: 0,
  terms: null,
  rotating: false,
  status: 'unknown',
  failing_since: null,
  listed: [],
}

/** A state as it was stored; of another version it begins anew. */
export function readWatchState(stored: unknown): WatchState {
  return isObject(stored) && stored['version'] === FIRST_STATE.version
    ? { ...FIRST_STATE, ...stored }
    : FIRST_STATE
}
