import { isObject } from './value.js'

/** A member of a row that is ours and short, as text; else `fallback`. */
export function textOf(row: unknown, field: string, fallback: string): string {
  if (!isObject(row) || !Object.hasOwn(row, field)) return fallback
  const value = row[field]
  return typeof value === 'string' ? value : fallback
}
