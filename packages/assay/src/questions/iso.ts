/** Epoch milliseconds as the rulebooks take a time. */
export function isoOf(ms: number): string {
  return new Date(ms).toISOString()
}
