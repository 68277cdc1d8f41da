import {
  endpointHealth,
  hostKey,
  isInputError,
  parseInstant,
} from '@assay402/core'
import { readCatalogs } from '../../../known/read.js'
import { readResource } from '../../../known/resource.js'
import type { Endpoint, Store } from '../../../store/store.js'
import type { Answer } from '../../answer.js'
import { ProblemError } from '../../problem.js'
import type { Service } from '../../service.js'
import type { EndpointInput } from './parameters.js'
import { questionOf } from './question.js'

/** The answer of rulebook endpoint-health. */
export type HealthAnswer = Exclude<
  ReturnType<typeof endpointHealth.judge>,
  { readonly error: unknown }
>

/**
 * The health of a listed endpoint as of now. Throws a problem for one that no
 * catalog lists (404), that was not observed, or not of late (503): these are
 * not charged for.
 */
export async function checkEndpoint(
  { store, now }: Service,
  input: EndpointInput,
): Promise<Answer<HealthAnswer>> {
  const at = now()
  const endpoint = await listedAt(store, input)
  if (endpoint === undefined) throw notListed(input)
  const catalogs = await readCatalogs(store)
  const known = await readResource(store, endpoint, [endpoint], catalogs, at)
  if (known.listed === false) throw notListed(input)
  const answer = endpointHealth.judge(
    await questionOf(store, endpoint, known.crawls, at),
  )
  if (isInputError(answer))
    throw new Error(
      `endpoint-health refused its input: ${answer.error.message}`,
    )
  const why = unavailable(answer, at)
  if (why !== undefined) throw new ProblemError(why)
  return { status: 200, body: answer }
}

async function listedAt(
  store: Store,
  { url, method }: EndpointInput,
): Promise<Endpoint | undefined> {
  const href = new URL(url).href.replace(/#.*$/, '')
  const host = hostKey(url) ?? ''
  const here = (await store.endpointsOfHost(host)).filter(
    (one) => new URL(one.url).href === href,
  )
  if (method !== undefined) return here.find((one) => one.method === method)
  return here.find((one) => one.method === 'GET') ?? here[0]
}

const { value: freshHours } = endpointHealth.thresholds['fresh_hours'] ?? {
  value: 26,
}
const FRESH_MS = Number(freshHours) * 3_600_000

/** A match in a fresh list is told whatever else is known. */
function unavailable(
  { score, observed_at }: HealthAnswer,
  now: number,
): ConstructorParameters<typeof ProblemError>[0] | undefined {
  if (score !== null) return undefined
  const observed = observed_at === null ? undefined : parseInstant(observed_at)
  if (observed === undefined)
    return {
      status: 503,
      code: 'not_observed',
      detail: 'the endpoint is listed but was not observed in the last 7 days',
      retry_after: 21_600,
    }
  if (now - observed.ms <= FRESH_MS) return undefined
  return {
    status: 503,
    code: 'stale',
    detail: `the newest usable observation is of ${observed_at}, older than ${freshHours} hours`,
    retry_after: 3_600,
  }
}

function notListed({ url, method }: EndpointInput): ProblemError {
  return new ProblemError({
    status: 404,
    code: 'not_listed',
    detail: `no catalog lists this endpoint${method === undefined ? '' : ` for ${method}`}; the index shows those that are`,
    field: 'url',
    example: new URL(url).origin,
  })
}
