import type { SellerDefinition } from '../seller.js'
import { FAIR_SELLERS } from './fair.js'
import { NO_TERMS_SELLERS } from './no-terms.js'
import { OVER_LIMITS_SELLERS } from './over-limits.js'
import { WRONG_TERMS_SELLERS } from './wrong-terms.js'

/** Every seller of the sandbox, in the order in which they are shown. */
export const ALL_SELLERS: readonly SellerDefinition[] = [
  ...FAIR_SELLERS,
  ...WRONG_TERMS_SELLERS,
  ...NO_TERMS_SELLERS,
  ...OVER_LIMITS_SELLERS,
]
