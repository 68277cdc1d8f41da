import { isIP } from 'node:net'
import type { RefusalCode } from './fetch-types.js'
import { FORBIDDEN_PORTS } from './forbidden-ports.js'

/** Which targets a URL may name at all, before any name is resolved. */
export type UrlPolicy = {
  /**
   * `named`: any port that the URL names, save those that the Fetch standard
   * blocks. `standard`: 80 and 443 only.
   */
  readonly ports: 'named' | 'standard'
  /** Targets for which address, name and port rules are lifted: `readAllowList`. */
  readonly allowed: ReadonlySet<string>
}

/** A place to connect to. `host` is lower case, without end dot or brackets. */
export type Target = {
  readonly url: URL
  readonly host: string
  readonly port: number
  /** True when the operator allows exactly this `host:port`. */
  readonly lifted: boolean
}

export type Refusal = { readonly code: RefusalCode; readonly detail: string }

/** Reads a URL by the WHATWG rules and says where it leads, or why it may not. */
export function readTarget(text: string, policy: UrlPolicy): Target | Refusal {
  const url = parse(text)
  if (url === undefined)
    return { code: 'invalid_url', detail: 'not an absolute URL' }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return { code: 'scheme', detail: url.protocol.slice(0, 32) }
  if (url.username !== '' || url.password !== '')
    return { code: 'userinfo', detail: 'user name or password in the URL' }
  const host = bareHost(url.hostname)
  if (!isHost(host))
    return { code: 'host', detail: 'not a host name or address' }
  if (url.hostname.endsWith('.')) url.hostname = host
  url.hash = ''
  const port = url.port === '' ? defaultPort(url) : Number(url.port)
  const lifted = policy.allowed.has(`${host}:${port}`)
  const target = { url, host, port, lifted }
  if (target.lifted) return target
  return localName(host) ?? closedPort(port, policy) ?? target
}

/** True for a refusal of `readTarget`. */
export function isRefusal(value: object): value is Refusal {
  return 'code' in value
}

/** The allow list of `HOST:PORT` entries; throws TypeError on another form. */
export function readAllowList(entries: readonly string[]): ReadonlySet<string> {
  return new Set(entries.map(readHostPort))
}

const LOCAL_SUFFIXES = ['localhost', 'local', 'internal', 'home.arpa', 'onion']

function parse(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}

function bareHost(hostname: string): string {
  if (hostname.startsWith('[')) return hostname.slice(1, -1)
  return hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
}

function isHost(host: string): boolean {
  if (isIP(host) !== 0) return true
  if (host.length > 253) return false
  return host
    .split('.')
    .every((label) => label.length >= 1 && label.length <= 63)
}

function defaultPort(url: URL): number {
  return url.protocol === 'https:' ? 443 : 80
}

function readHostPort(entry: string): string {
  const colon = entry.lastIndexOf(':')
  const port = Number(/^[0-9]{1,5}$/.exec(entry.slice(colon + 1))?.[0])
  const url = parse(`http://${entry.slice(0, Math.max(colon, 0))}`)
  const host = bareHost(url?.hostname ?? '')
  const plain = url?.href === `http://${url?.host}/` && url?.port === ''
  if (!plain || !isHost(host) || !(port >= 1 && port <= 65_535))
    throw new TypeError(`not HOST:PORT: ${entry}`)
  return `${host}:${port}`
}

function localName(host: string): Refusal | undefined {
  for (const suffix of LOCAL_SUFFIXES)
    if (host === suffix || host.endsWith(`.${suffix}`))
      return { code: 'local_name', detail: `a name under ${suffix}` }
  return undefined
}

function closedPort(port: number, policy: UrlPolicy): Refusal | undefined {
  if (port === 80 || port === 443) return undefined
  if (policy.ports === 'named' && !FORBIDDEN_PORTS.has(port)) return undefined
  return { code: 'port', detail: `port ${port}` }
}
