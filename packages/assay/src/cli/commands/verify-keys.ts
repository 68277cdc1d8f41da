import { isObject, own } from '@assay402/core'
import type { Jwks } from '@assay402/guard'
import {
  createSafeFetch,
  textOfBytes,
  userAgentOf,
} from '../../collect/index.js'
import { SOFTWARE_VERSION } from '../../version.js'
import { CliError, EXIT } from '../exit.js'
import { parseJson, readText } from '../input.js'
import type { World } from '../world.js'

export type KeyFlags = {
  readonly jwks?: string
  readonly allowHost: readonly string[]
}

/**
 * The keys that a receipt is checked by: those of `--jwks`, else what its issuer
 * publishes. CliError when they cannot be had.
 */
export async function keysForReceipt(
  issuer: unknown,
  { jwks, allowHost }: KeyFlags,
  world: World,
): Promise<Jwks> {
  if (jwks !== undefined && !isUrl(jwks))
    return readSet(await readText(jwks, world.terminal), jwks)
  const url = jwks ?? issuersUrl(issuer, allowHost)
  // Whoever names a URL means it, also on the own machine.
  const allowed = jwks === undefined ? allowHost : [...allowHost, targetOf(url)]
  const fetch = createSafeFetch({
    userAgent: userAgentOf(SOFTWARE_VERSION, ABOUT),
    clock: world.clock,
    resolver: world.resolver,
    allowHosts: allowed,
  })
  const answer = await fetch({ url, maxRedirects: 0 })
  if (answer.outcome !== 'response')
    throw unreachable(url, answer.detail || answer.code)
  if (answer.status !== 200) throw unreachable(url, `status ${answer.status}`)
  return readSet(textOfBytes(answer.body), url)
}

const ABOUT = 'https://www.npmjs.com/package/@assay402/assay'
const HINT = 'save the keys once, then verify offline: --jwks FILE'

function readSet(text: string, where: string): Jwks {
  const set = parseJson(text, where)
  const keys = isObject(set) ? own(set, 'keys') : undefined
  if (Array.isArray(keys)) return { keys: keys.filter(isObject) }
  throw new CliError(
    EXIT.data,
    `${where} is no key set`,
    '{"keys":[{"kty":"OKP","crv":"Ed25519","x":"…","kid":"…"}]}',
  )
}

/** Keys that came without TLS are anybody's, save where that was allowed. */
function issuersUrl(issuer: unknown, allowHost: readonly string[]): string {
  if (typeof issuer !== 'string' || !isUrl(issuer))
    throw new CliError(EXIT.usage, 'the receipt names no issuer by URL', HINT)
  const { href, protocol } = new URL('/.well-known/jwks.json', issuer)
  if (protocol === 'https:' || allowHost.includes(targetOf(href))) return href
  throw new CliError(EXIT.usage, `${issuer} is not https`, HINT)
}

function targetOf(url: string): string {
  const { hostname, port, protocol } = new URL(url)
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
}

function isUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}

function unreachable(url: string, why: string): CliError {
  return new CliError(
    EXIT.unavailable,
    `the keys at ${url} cannot be had: ${why}`,
    HINT,
  )
}
