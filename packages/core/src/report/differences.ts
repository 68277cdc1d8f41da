import { isObject, own } from '../json/value.js'

/** One place where two JSON values are not the same. */
export type Difference = {
  /** Dotted; list places are numbers. */
  readonly path: string
  readonly why:
    | 'changed'
    | 'digest'
    | 'clock'
    | 'missing_judge'
    | 'missing_input'
    | 'unreadable'
  /** Undefined: not there. */
  readonly stored: unknown
  readonly recomputed: unknown
}

/**
 * Every place where two JSON values differ, keys sorted. Values must be no
 * deeper than canonical JSON allows. Linear in their size.
 */
export function differences(
  stored: unknown,
  recomputed: unknown,
  path: string,
): Difference[] {
  if (Array.isArray(stored) && Array.isArray(recomputed))
    return listDifferences(stored, recomputed, path)
  if (isObject(stored) && isObject(recomputed))
    return objectDifferences(stored, recomputed, path)
  // JSON has one zero.
  if (stored === recomputed) return []
  return [{ path, why: 'changed', stored, recomputed }]
}

function listDifferences(
  stored: readonly unknown[],
  recomputed: readonly unknown[],
  path: string,
): Difference[] {
  const length = Math.max(stored.length, recomputed.length)
  return Array.from({ length }, (_, i) =>
    differences(stored[i], recomputed[i], `${path}.${i}`),
  ).flat()
}

function objectDifferences(
  stored: object,
  recomputed: object,
  path: string,
): Difference[] {
  const keys = new Set([...Object.keys(stored), ...Object.keys(recomputed)])
  return [...keys]
    .sort()
    .flatMap((key) =>
      differences(own(stored, key), own(recomputed, key), `${path}.${key}`),
    )
}
