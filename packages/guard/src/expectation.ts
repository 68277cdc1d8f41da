import { isObject, own, parseUsd } from '@assay402/core/light'

/** Terms of a listing the caller trusts, e.g. a catalogue entry it chose. */
export type Listing = {
  /** USD, as a decimal string. */
  readonly price_usd?: string | undefined
  readonly pay_to?: string | undefined
  /** CAIP-2, or a plain v1 name. */
  readonly network?: string | undefined
}

/** What the task at hand says about the payment, before any seller speaks. */
export type Expectation = {
  /** USD; strictly more is blocked. Never raises a limit of the policy. */
  readonly max_price_usd?: string | undefined
  readonly pay_to?: string | undefined
  readonly network?: string | undefined
  /** `api.example.com`, `api.example.com:8443` or an origin. */
  readonly host?: string | undefined
  readonly listing?: Listing | undefined
}

/** What a caller says with one request. */
export type CallOptions = {
  readonly expect?: Expectation | undefined
  /** Lifts the refusal of a second request while a first is unclear. */
  readonly idempotency_key?: string | undefined
}

/** The header that carries call options to the guard; it never leaves it. */
export const CALL_HEADER = 'assay-call'

/**
 * A RequestInit that tells the guard what to expect of this one call:
 * `pay(url, withCall({ method: 'POST', body }, { expect: { … } }))`.
 */
export function withCall<Init extends object>(
  init: Init | undefined,
  call: CallOptions,
): Init & { headers: Record<string, string> } {
  const given =
    init && (Reflect.get(init, 'headers') as HeadersInit | undefined)
  return {
    ...(init as Init),
    headers: {
      ...Object.fromEntries(new Headers(given)),
      [CALL_HEADER]: encodeURIComponent(JSON.stringify(call)),
    },
  }
}

/** Reads what `withCall` wrote; nothing for a header that it did not write. */
export function readCall(value: string | null | undefined): CallOptions {
  if (value === null || value === undefined) return {}
  try {
    return JSON.parse(decodeURIComponent(value)) as CallOptions
  } catch {
    throw new TypeError(`unreadable ${CALL_HEADER} header`)
  }
}

/**
 * What a caller expects, as it wrote it. Throws TypeError on a field that no
 * expectation has or that cannot be read: what is not understood would
 * otherwise be no limit. A listing may be a whole catalogue entry.
 */
export function readExpectation(given: unknown): Expectation {
  if (given === undefined) return {}
  const read = readMembers(given, '')
  for (const name of Object.keys(read))
    if (!FIELDS.includes(name))
      throw new TypeError(`no field of an expectation: ${name}`)
  if (read['listing'] !== undefined) readMembers(read['listing'], 'listing')
  return read
}

/** Later expectations say more; what they leave undefined stands. */
export function mergeExpectations(
  ...all: readonly (Expectation | undefined)[]
): Expectation {
  return Object.fromEntries(
    all
      .flatMap((each) => Object.entries(readExpectation(each)))
      .filter(([, value]) => value !== undefined),
  )
}

const FIELDS: readonly string[] = [
  'max_price_usd',
  'pay_to',
  'network',
  'host',
  'listing',
]
const MEMBERS = {
  max_price_usd: usdAt,
  price_usd: usdAt,
  pay_to: textAt,
  network: textAt,
  host: textAt,
} as const

function readMembers(given: unknown, at: string): Record<string, unknown> {
  if (!isObject(given))
    throw new TypeError(
      `expectation${at === '' ? '' : `, ${at}`}: not an object`,
    )
  const prefix = at === '' ? '' : `${at}.`
  for (const [name, check] of Object.entries(MEMBERS)) {
    const value = own(given, name)
    if (value !== undefined) check(value, `expectation, ${prefix}${name}`)
  }
  return given
}

function usdAt(value: unknown, path: string): void {
  if (parseUsd(value) === undefined)
    throw new TypeError(`${path}: not an amount of USD`)
}

function textAt(value: unknown, path: string): void {
  if (typeof value !== 'string') throw new TypeError(`${path}: not a text`)
}

/** True when a request's origin is the expected host. */
export function isExpectedHost(origin: string, expected: string): boolean {
  const url = new URL(origin)
  const wanted = expected.includes('://')
    ? expected
    : `${url.protocol}//${expected}`
  if (!URL.canParse(wanted)) return false
  const named = new URL(wanted)
  // A bare name means that name on its standard port.
  return named.origin === url.origin
}
