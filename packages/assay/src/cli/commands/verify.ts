import { isObject, own, safeText } from '@assay402/core'
import { type Jwks, verifyReceipt } from '@assay402/guard'
import { CliError, EXIT } from '../exit.js'
import { parseJson, readJson, readText } from '../input.js'
import { write } from '../terminal.js'
import type { World } from '../world.js'
import { keysForReceipt } from './verify-keys.js'

export type VerifyFlags = {
  /** A file or a URL; the issuer's own when absent. */
  readonly jwks?: string
  readonly issuer?: string
  readonly audience?: string
  readonly report?: string
  readonly allowHost: readonly string[]
  readonly json?: boolean
}

/** `assay verify <receipt>`: does a receipt hold, and what does it say? */
export async function verifyCommand(
  argument: string,
  flags: VerifyFlags,
  world: World,
): Promise<number> {
  const { receipt, report } = await readGiven(argument, flags, world)
  const unproven = claimsOf(receipt)
  const jwks = await keysForReceipt(own(unproven, 'iss'), flags, world)
  const outcome = await verdictOf({ receipt, report, jwks, flags, world })
  const text =
    flags.json === true
      ? JSON.stringify(outcome, null, 2)
      : outcomeText(outcome, { unproven, flags, report })
  await write(world.terminal.stdout, `${text}\n`)
  return outcome.valid ? EXIT.allow : EXIT.block
}

type Claims = Readonly<Record<string, unknown>>

type Outcome =
  | { readonly valid: true; readonly claims: Claims }
  | { readonly valid: false; readonly refused_because: string }

type Given = { readonly receipt: string; readonly report: unknown }

async function verdictOf(asked: {
  readonly receipt: string
  readonly report: unknown
  readonly jwks: Jwks
  readonly flags: VerifyFlags
  readonly world: World
}): Promise<Outcome> {
  const { receipt, report, jwks, flags, world } = asked
  const { issuer, audience } = flags
  try {
    const now = world.now()
    const about = { receipt, report, jwks, now, issuer, audience }
    return { valid: true, claims: await verifyReceipt(about) }
  } catch (error) {
    return { valid: false, refused_because: (error as Error).message }
  }
}

/** The receipt itself, a file of it, or a whole answer that holds one. */
async function readGiven(
  argument: string,
  { report: reportFile }: VerifyFlags,
  { terminal }: World,
): Promise<Given> {
  const named =
    reportFile === undefined ? undefined : await readJson(reportFile, terminal)
  const text = (
    COMPACT.test(argument) ? argument : await readText(argument, terminal)
  ).trim()
  if (!text.startsWith('{')) return { receipt: text, report: reportIn(named) }
  const answer = parseJson(text, argument)
  const receipt = isObject(answer)
    ? (own(answer, 'receipt') ?? own(answer, 'jws'))
    : undefined
  if (typeof receipt !== 'string') throw noReceipt(argument)
  return { receipt, report: reportIn(named) ?? reportIn(answer) }
}

/** A report, or the object that one stands in. */
function reportIn(json: unknown): unknown {
  if (!isObject(json)) return json
  const inner = own(json, 'report')
  if (isObject(inner)) return inner
  // The answer about a stored receipt holds no report.
  return own(json, 'jws') === undefined ? json : undefined
}

const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]*$/
const LONGEST = 65_536

/** What the receipt claims before anything is proven. */
function claimsOf(receipt: string): Claims {
  const parts = receipt.split('.')
  if (receipt.length > LONGEST || parts.length !== 3)
    throw noReceipt('the argument')
  try {
    const text = Buffer.from(parts[1] ?? '', 'base64url').toString('utf8')
    const claims: unknown = JSON.parse(text)
    if (isObject(claims)) return claims
  } catch {
    // Said below.
  }
  throw noReceipt('the argument')
}

function noReceipt(what: string): CliError {
  return new CliError(
    EXIT.data,
    `${what} holds no receipt (a compact JWS: three parts with points between)`,
    'a receipt is the member "receipt" of an answer of POST /v1/preflight',
  )
}

type Around = {
  readonly unproven: Claims
  readonly flags: VerifyFlags
  readonly report: unknown
}

function outcomeText(outcome: Outcome, around: Around): string {
  if (!outcome.valid)
    return [
      `REFUSED  ${outcome.refused_because}`,
      ...datesOf(around.unproven).map((line) => `  it claims ${line}`),
    ].join('\n')
  const { claims } = outcome
  const resource = isObject(claims['subject'])
    ? own(claims['subject'], 'resource')
    : claims['subject']
  const checked = around.flags.audience === undefined ? ', not checked' : ''
  const audience = claims['aud'] === undefined ? 'anybody' : claims['aud']
  return [
    `VALID  ${shown(claims['decision'])}  ${shown(resource)}`,
    `  issuer ${shown(claims['iss'])}, for ${shown(audience)}${checked}`,
    ...datesOf(claims).map((line) => `  ${line}`),
    around.report === undefined
      ? `  report: not compared (sha256 ${shown(claims['report_sha256'])})`
      : '  report: it is the one that was signed',
    ...termsLines(claims['terms']),
  ].join('\n')
}

function datesOf(claims: Claims): string[] {
  const { iat, exp } = claims
  return [`issued ${dateOf(iat)}, expires ${dateOf(exp)}`]
}

/** Claims are of any size before they are believed. */
function dateOf(seconds: unknown): string {
  const date = new Date(typeof seconds === 'number' ? seconds * 1000 : NaN)
  return Number.isNaN(date.getTime()) ? 'at no date' : date.toISOString()
}

function termsLines(terms: unknown): string[] {
  if (!isObject(terms)) return ['  terms: none were approved']
  return Object.entries(terms).map(
    ([name, value]) => `  ${safeText(name)} ${shown(value)}`,
  )
}

function shown(value: unknown): string {
  return safeText(typeof value === 'string' ? value : JSON.stringify(value))
}
