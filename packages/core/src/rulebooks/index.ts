import type { Rulebook } from '../rulebook/rulebook.js'
import { counterparty } from './counterparty/rulebook.js'
import { destination } from './destination/rulebook.js'
import { endpointHealth } from './endpoint-health/rulebook.js'
import { merchant } from './merchant/rulebook.js'
import { terms } from './terms/rulebook.js'
import { termsReputation } from './terms-reputation/rulebook.js'

/** Every published rule set, in the order in which they are shown. */
export const RULEBOOKS: readonly Rulebook[] = [
  terms,
  termsReputation,
  merchant,
  endpointHealth,
  counterparty,
  destination,
]

/** The pure function of each rulebook, by its id. */
export const JUDGES: Readonly<Record<string, (input: unknown) => unknown>> =
  Object.fromEntries(RULEBOOKS.map(({ id, judge }) => [id, judge]))

/** The rulebook of an id. */
export function rulebookOf(id: string): Rulebook | undefined {
  return RULEBOOKS.find((rulebook) => rulebook.id === id)
}
