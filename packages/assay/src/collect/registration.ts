import { domainToASCII } from 'node:url'
import type { FetchResponse, FetchResult } from './net/fetch-types.js'
import { headerText } from './net/headers.js'
import type { SafeFetch } from './net/safe-fetch.js'
import { textOfBytes } from './net/text.js'
import { type RdapBootstrap, rdapServersOf } from './rdap/bootstrap.js'
import { type RdapDefect, readRdapAnswer } from './rdap/rdap-answer.js'

/** The `data` of a registration record. Its first fields are what rulebooks take. */
export type RegistrationData =
  | {
      readonly status: 'known'
      readonly registered_at: string
      /** The date as the registry wrote it. */
      readonly written: string
      readonly domain: string
      readonly source: string
    }
  | {
      readonly status: 'unknown'
      readonly reason: RegistrationUnknown
      readonly detail: string
      readonly domain: string
      readonly source: string | null
      /** Seconds that the registry asks to wait, when it does. */
      readonly retry_after_s: number | null
    }

export type RegistrationUnknown =
  | RdapDefect
  | 'bad_domain'
  | 'no_bootstrap'
  | 'no_server'
  | 'not_found'
  | 'rate_limited'
  | 'bad_status'
  | 'too_large'
  | 'no_answer'

export type RegistrationTools = {
  readonly fetch: SafeFetch
  readonly bootstrap: RdapBootstrap
  readonly signal?: AbortSignal | undefined
}

/** Named in the evidence record of kind `registration`. */
export const registrationCollector = { id: 'rdap', version: '1' } as const

/**
 * Asks the registry when a registrable domain (Unicode or A-labels) was
 * registered. Never rejects; a date is never guessed.
 */
export async function collectRegistration(
  registrable: string,
  tools: RegistrationTools,
): Promise<RegistrationData> {
  const domain = asciiDomain(registrable)
  if (!DOMAIN.test(domain)) return unknown(registrable, null, 'bad_domain')
  const services = await tools.bootstrap()
  if (services === undefined) return unknown(domain, null, 'no_bootstrap')
  const bases = rdapServersOf(services, domain).slice(0, MAX_SERVERS)
  let data: RegistrationData = unknown(domain, null, 'no_server')
  for (const base of bases) {
    const url = `${base}domain/${domain}`
    const result = await tools.fetch({
      url,
      headers: { accept: 'application/rdap+json, application/json;q=0.9' },
      limits: { bodyBytes: MAX_BYTES },
      signal: tools.signal,
    })
    data = read(domain, result)
    // Another server of the registry helps only when this one did not answer.
    if (data.status === 'known' || data.reason !== 'no_answer') return data
  }
  return data
}

const MAX_SERVERS = 2
const MAX_BYTES = 262_144
const DOMAIN = /^(?=.{3,253}$)([a-z0-9_-]{1,63}\.)+[a-z0-9-]{2,63}$/

function asciiDomain(registrable: string): string {
  const ascii = domainToASCII(registrable)
  return ascii.endsWith('.') ? ascii.slice(0, -1) : ascii
}

function read(domain: string, result: FetchResult): RegistrationData {
  if (result.outcome !== 'response')
    return unknown(domain, result.url, 'no_answer', result.code)
  const source = result.url
  if (result.status !== 200) return refusal(domain, source, result)
  if (result.bodyEnd === 'cap') return unknown(domain, source, 'too_large')
  if (result.bodyEnd !== 'complete')
    return unknown(domain, source, 'no_answer', result.bodyEnd)
  const reading = readRdapAnswer(textOfBytes(result.body), domain)
  if (reading.status === 'unknown')
    return unknown(domain, source, reading.reason)
  return { ...reading, domain, source }
}

function refusal(
  domain: string,
  source: string,
  { status, headers }: FetchResponse,
): RegistrationData {
  if (status === 404) return unknown(domain, source, 'not_found')
  const wait = /^\s*(\d{1,7})\s*$/.exec(
    headerText(headers, 'retry-after') ?? '',
  )
  return {
    ...unknown(domain, source, status === 429 ? 'rate_limited' : 'bad_status'),
    detail: String(status),
    retry_after_s: wait === null ? null : Number(wait[1]),
  }
}

function unknown(
  domain: string,
  source: string | null,
  reason: RegistrationUnknown,
  detail = '',
): Extract<RegistrationData, { status: 'unknown' }> {
  return {
    status: 'unknown',
    reason,
    detail,
    domain,
    source,
    retry_after_s: null,
  }
}
