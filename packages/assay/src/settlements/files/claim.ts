import { isObject, mapNetwork, own, parseInstant } from '@assay402/core'

/**
 * What a file says of itself: every canonical USDC transfer of every wallet of
 * a network in a span of time (epoch milliseconds, both included) is in it.
 */
export type Claim = {
  /** CAIP-2. */
  readonly network: string
  readonly from: number
  readonly to: number
}

/**
 * Reads a row `{ "covers": { "network", "from", "to" } }`; undefined for any
 * other row.
 */
export function readClaim(row: unknown): Claim | undefined {
  const covers = isObject(row) ? own(row, 'covers') : undefined
  if (!isObject(covers)) return undefined
  const { network } = covers
  const from = parseInstant(covers['from'])
  const to = parseInstant(covers['to'])
  if (typeof network !== 'string' || from === undefined || to === undefined)
    return undefined
  return from.ms > to.ms
    ? undefined
    : { network: mapNetwork(network).id, from: from.ms, to: to.ms }
}
