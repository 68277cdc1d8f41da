import type { Scenario } from './scenario.js'
import { CHANGING_TERMS } from './sellers/changing-terms.js'
import { DECEIVING_OFFERS } from './sellers/deceiving-offers.js'
import { DECEIVING_PLACES } from './sellers/deceiving-places.js'
import { OUTCOMES } from './sellers/outcomes.js'

/** Every seller with a trick, in the order of the table. */
export const HOSTILE_SELLERS: readonly Scenario[] = [
  ...CHANGING_TERMS,
  ...DECEIVING_OFFERS,
  ...DECEIVING_PLACES,
  ...OUTCOMES,
]
