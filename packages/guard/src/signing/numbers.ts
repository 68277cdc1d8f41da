/** A whole number ≥ 0 as signers and payloads carry it, else `undefined`. */
export function wholeNumber(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value >= 0n ? value : undefined
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined
  if (typeof value !== 'string') return undefined
  return /^(0x[0-9a-fA-F]{1,64}|[0-9]{1,78})$/.test(value)
    ? BigInt(value)
    : undefined
}

/** A member of something that may be no object. */
export function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' &&
    value !== null &&
    Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined
}
