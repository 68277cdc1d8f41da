import { isObject } from '../../json/value.js'
import { parseAtomic } from '../../money/usd.js'
import { parseInstant } from '../../time/instant.js'
import type { TransferRow } from './input.js'

/** What the schema `transferRow` reads, `undefined` for an unreadable row. */
export function readTransferRow(row: unknown): TransferRow | undefined {
  if (!isObject(row)) return undefined
  const { from, to } = row
  const tx = row['tx'] ?? undefined
  const log_index = row['log_index'] ?? undefined
  if (typeof from !== 'string' || typeof to !== 'string') return undefined
  if (tx !== undefined && typeof tx !== 'string') return undefined
  if (log_index !== undefined && !isFiniteNumber(log_index)) return undefined
  const amount_atomic = parseAtomic(row['amount_atomic'])
  const at = parseInstant(row['at'])
  if (amount_atomic === undefined || at === undefined) return undefined
  return { tx, log_index, from, to, amount_atomic, at }
}

function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}
