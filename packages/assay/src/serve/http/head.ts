/** Where a GET is paid for, counted, or makes us ask somebody. */
const WORKING: readonly RegExp[] = [
  /^\/(terms|merchant|endpoint-health|counterparty|destination|mcp)(\/|$)/,
  /^\/v1\/preflight(\/|$)/,
]

/** Pages among them that only tell. */
const TELLING =
  /\/(rules|methodology|auth\.md|policy|health|llms\.txt|openapi\.json)$|^\/terms\/reputation\//

/**
 * Paths whose GET handler must not run for a HEAD: what is paid for would be
 * had for nothing, since payment middlewares match GET alone.
 */
export function refusesHead(path: string): boolean {
  return WORKING.some((one) => one.test(path)) && !TELLING.test(path)
}
