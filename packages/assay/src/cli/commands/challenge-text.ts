import {
  atomicToUsd,
  isCanonicalUsdc,
  type Offer,
  type StockClient,
  safeText,
} from '@assay402/core'

export type ReadAnswer = {
  readonly status: number
  readonly offers: readonly Omit<Offer, 'extra'>[]
  readonly defects: readonly string[]
  readonly stock_client: StockClient
}

/** A read challenge for a terminal. Seller text is made printable. */
export function challengeToText(answer: ReadAnswer): string {
  const { offers, defects, stock_client: stock } = answer
  return [
    `status ${answer.status}, ${offers.length} offer(s)`,
    ...(defects.length === 0 ? [] : [`defects: ${defects.join(', ')}`]),
    ...offers.flatMap(offerLines),
    stockLine(stock),
    ...stock.refuses.map(
      ({ source, index, why }) =>
        `  it would not sign ${source} ${index}: ${why}`,
    ),
  ].join('\n')
}

function offerLines(offer: Omit<Offer, 'extra'>): string[] {
  const { index, source, version } = offer
  return [
    `${source} ${index} (v${version}) ${offer.usable ? 'usable' : 'NOT usable'}: ${priceOf(offer)} on ${shown(offer.network)}`,
    `  asset ${shown(offer.asset)}, pay to ${shown(offer.pay_to)}, scheme ${shown(offer.scheme)}`,
    ...(offer.defects.length === 0
      ? []
      : [`  defects: ${offer.defects.join(', ')}`]),
  ]
}

function priceOf({ network, asset, amount, usable }: Omit<Offer, 'extra'>) {
  if (!usable || network === null || asset === null || amount === null)
    return `amount ${shown(amount)}`
  return isCanonicalUsdc(network, asset)
    ? `${atomicToUsd(BigInt(amount))} USDC`
    : `amount ${amount} (atomic)`
}

function stockLine({ pays, unreadable }: StockClient): string {
  if (unreadable !== null)
    return `a stock client cannot read this challenge: ${unreadable}`
  return pays === null
    ? 'a stock client would pay nothing here'
    : `a stock client would pay ${pays.source} ${pays.index}`
}

function shown(text: string | null): string {
  return text === null ? '(none)' : safeText(text)
}
