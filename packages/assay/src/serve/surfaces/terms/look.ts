import {
  CANONICAL_USDC,
  defaultPolicy,
  isInputError,
  isObject,
  type JsonObject,
  type Report,
  terms,
} from '@assay402/core'
import { inspect } from '../../../inspect/inspect.js'
import type { InspectRequest } from '../../../inspect/request.js'
import type { Service } from '../../service.js'
import { isAllowedHost } from '../allowed-host.js'
import type { SpotCheckInput } from './parameters.js'

/** The answer of rulebook terms. */
export type Terms = Exclude<
  ReturnType<typeof terms.judge>,
  { readonly error: unknown }
>

/** What rulebook terms says of an endpoint, and the report it stands in. */
export type Looked = {
  readonly report: Report
  /** Null: only stored evidence was to be used, and there is none. */
  readonly terms: Terms | null
}

/** Asks the seller unless the check is a dry run, and judges the terms. */
export async function lookAt(
  service: Service,
  input: SpotCheckInput,
): Promise<Looked> {
  const { report, bundle } = await inspect(
    requestOf(service, input),
    service.tools,
  )
  const inputs: Readonly<Record<string, unknown>> = bundle.rulebook_inputs
  const question = inputs['terms']
  return { report, terms: isObject(question) ? judged(question) : null }
}

/** Every network that has a canonical USDC: the caller named no others. */
const ALL_NETWORKS = Object.keys(CANONICAL_USDC)

function requestOf(
  { settings }: Service,
  input: SpotCheckInput,
): InspectRequest {
  const { url, method, price_usd, pay_to, network, mode } = input
  return {
    url,
    method,
    expected: { price_usd, pay_to, network, source: 'request' },
    check_expiry: input.check_expiry,
    skew_s: input.skew_s,
    policy: { ...defaultPolicy, allowed_networks: ALL_NETWORKS },
    rulebooks: ['terms', 'terms-reputation'],
    vouched: isAllowedHost(url, settings.allowHosts),
    registration: 'skip',
    probe: 'as_declared',
    evidence: mode === 'live' ? 'live' : 'stored',
  }
}

// A report takes the networks of its policy; this surface has no policy, so
// that a test network is told apart from one that was not asked for.
function judged(question: JsonObject | Record<string, unknown>): Terms {
  const { accept_networks: _, ...options } = isObject(question['options'])
    ? question['options']
    : {}
  const answer = terms.judge({ ...question, options })
  if (isInputError(answer))
    throw new Error(`terms refused its input: ${answer.error.message}`)
  return answer
}
