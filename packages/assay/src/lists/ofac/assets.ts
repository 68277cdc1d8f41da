/** Labels met so far. Others are kept all the same, and reported. */
export const KNOWN_ASSETS: ReadonlySet<string> = new Set(
  'XBT ETH XMR LTC ZEC DASH BTG ETC BSV BCH XVG USDT XRP ARB BSC USDC TRX SOL DOGE'.split(
    ' ',
  ),
)

/**
 * The asset of a label, as `ETH` of `Digital Currency Address - ETH`; `undefined`
 * for the label of anything else.
 */
export function assetOf(label: string): string | undefined {
  if (!label.startsWith(LABEL)) return undefined
  const asset = label
    .slice(LABEL.length)
    .replace(/^[\s-]+/, '')
    .trimEnd()
  return asset === '' ? 'unnamed' : asset.toUpperCase()
}

const LABEL = 'Digital Currency Address'
