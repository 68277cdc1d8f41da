import { type InputError, readInput } from '../../rulebook/input.js'
import { defineRulebook } from '../../rulebook/rulebook.js'
import { formatInstant } from '../../time/instant.js'
import { categoryOf } from './category.js'
import { type Component, shownComponent } from './component.js'
import {
  AGE_STEPS,
  CATEGORIES,
  COMPONENT_POINTS,
  INCONCLUSIVE_STATUSES,
  LIMITS,
  OUTCOMES,
  PRICE_STEPS,
  REASONS,
  RULES,
  THRESHOLDS,
} from './data.js'
import { domainAge } from './domain-age.js'
import { endpointHealthInput } from './input.js'
import { type EndpointHealthOutput, endpointHealthOutput } from './output.js'
import { price } from './price.js'
import { availability, challenge } from './probes.js'
import { countSamples } from './samples.js'
import { sanctions } from './sanctions.js'
import { scoreOf } from './score.js'

/** How healthy is a listed endpoint, from what an unpaid probe can see? */
export const endpointHealth = defineRulebook({
  id: 'endpoint-health',
  version: '1',
  question:
    'How healthy is this listed endpoint, 0–100, from what an unpaid probe can see?',
  source: 'Public methodology of an index of x402 endpoints, formula v1',
  input: endpointHealthInput,
  output: endpointHealthOutput,
  thresholds: THRESHOLDS,
  reasons: REASONS,
  rules: RULES,
  data: {
    component_points: COMPONENT_POINTS,
    outcomes: OUTCOMES,
    inconclusive_statuses: INCONCLUSIVE_STATUSES,
    price_steps: PRICE_STEPS,
    age_steps: AGE_STEPS,
    categories: CATEGORIES,
  },
  limits: LIMITS,
  judge,
})

const COMPONENTS: readonly Component[] = [
  availability,
  challenge,
  price,
  domainAge,
  sanctions,
]

function judge(json: unknown): EndpointHealthOutput | InputError {
  const read = readInput(endpointHealthInput, json)
  if (!read.ok) return read.error
  const input = read.value
  const method = (input.advertised_method ?? 'GET').toUpperCase()
  const samples = countSamples(input.observations ?? [], input.now, method)
  const facts = { input, samples }
  const measured = COMPONENTS.map(({ id, measure }) => ({
    id,
    earned: measure(facts),
  }))
  const components = {} as EndpointHealthOutput['components']
  for (const { id, earned } of measured)
    components[id] = shownComponent(id, earned)
  const { score, possible_range, assessment } = scoreOf(measured)
  return {
    rulebook: 'endpoint-health',
    version: '1',
    url: input.url ?? null,
    method,
    score,
    possible_range,
    components,
    usable_samples: samples.success + samples.failure,
    successful_samples: samples.success,
    unsampled_slots: THRESHOLDS.slots.value - samples.slots,
    category: categoryOf(input.tags ?? []),
    observed_at:
      samples.newest === undefined ? null : formatInstant(samples.newest.at),
    assessment,
  }
}
