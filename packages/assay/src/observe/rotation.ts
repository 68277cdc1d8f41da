import { sameAddress } from '@assay402/core'
import type { Observation } from '../store/store.js'

/** When a changing wallet is a habit and not a theft. */
export const ROTATION = {
  /** Changes at least. */
  changes: 3,
  /** Between the first and the last of them at least. */
  span_ms: 72 * 3_600_000,
  /** A wallet that was kept as long as this was no part of a rotation. */
  stable_ms: 7 * 86_400_000,
} as const

export type Rotation = {
  /** The endpoint is known to change its wallet on this network. */
  readonly rotating: boolean
  /** It once kept one wallet for 7 days or more. */
  readonly settled: boolean
}

/**
 * Whether an endpoint is known to rotate its wallet on a network, from
 * observations of the crawler in any order: at least 3 changes over at least
 * 72 hours, and never a stable run of 7 days or more. `settled`: such a run is
 * known from observations that are no longer kept.
 */
export function rotationOf(
  observations: readonly Observation[],
  network: string,
  settled = false,
): Rotation {
  const seen = observations
    .filter((one) => one.origin === 'crawl' && one.network === network)
    .filter((one): one is Paid => one.pay_to !== null)
    .sort((a, b) => a.at - b.at)
  const changes: number[] = []
  let longest = 0
  let [run] = seen
  for (const one of seen) {
    if (run === undefined) break
    // A run lasts until the change is seen: the longer reading is the careful
    // one, it calls less a rotation.
    longest = Math.max(longest, one.at - run.at)
    if (sameAddress(one.pay_to, run.pay_to)) continue
    changes.push(one.at)
    run = one
  }
  const wasSettled = settled || longest >= ROTATION.stable_ms
  const span = (changes.at(-1) ?? 0) - (changes[0] ?? 0)
  return {
    rotating:
      !wasSettled &&
      changes.length >= ROTATION.changes &&
      span >= ROTATION.span_ms,
    settled: wasSettled,
  }
}

type Paid = Observation & { readonly pay_to: string }
