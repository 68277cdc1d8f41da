export { type Billing, type BillingParts, billing } from './billing.js'
export { payToOf, resourceOf } from './challenge.js'
export {
  type ChargeReader,
  createChargeReader,
} from './charge-reader.js'
export { chargeReaderFromEnv } from './charge-reader-env.js'
export type { Access } from './middleware.js'
export { PRICES, type Price, type PriceId, priceOf } from './prices.js'
export {
  type PublishedPrice,
  type WellKnownX402,
  wellKnownX402,
} from './published.js'
