import { isObject, own } from '../json/value.js'
import { ipLiteral } from '../net/ip.js'
import { isGloballyReachable } from '../net/reachability.js'
import type { ExclusionReason } from './exclusions.js'
import { type Fields, firstText, listOf, memberAt } from './fields.js'
import { CATALOG_LIMITS } from './limits.js'

/** Names of an entry's address, in the order in which they count. */
const URL_NAMES = [
  'resource',
  'url',
  'resource_url',
  'resourceUrl',
  'full_url',
  'endpoint',
  'endpoint_url',
]

/** What an entry calls its address, as written. */
export function addressOf(entry: Fields): string | undefined {
  const named = URL_NAMES.map((name) => {
    const value = own(entry, name)
    return isObject(value) ? own(value, 'url') : value
  })
  const first = listOf(entry, ['accepts'])?.[0]
  return firstText([...named, memberAt(first, 'resource')])
}

/** Reads the address of a listing, or says why it cannot be one. */
export function readAddress(
  address: string | undefined,
  allowHosts: ReadonlySet<string>,
): URL | ExclusionReason {
  if (address === undefined) return 'no_url'
  if (address.length > CATALOG_LIMITS.url_units) return 'url_too_long'
  if (!URL.canParse(address)) return 'url_unreadable'
  const url = new URL(address)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'not_http'
  if (url.username !== '' || url.password !== '') return 'userinfo'
  if (url.href.length > CATALOG_LIMITS.url_units) return 'url_too_long'
  url.hash = ''
  return isPublic(url) || allowHosts.has(hostAndPort(url)) ? url : 'not_public'
}

const LOCAL_SUFFIXES = ['localhost', 'local', 'internal', 'home.arpa', 'onion']

function isPublic({ hostname }: URL): boolean {
  const ip = ipLiteral(hostname)
  if (ip !== undefined) return isGloballyReachable(ip)
  const name = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
  if (!name.includes('.')) return false
  return !LOCAL_SUFFIXES.some((suffix) => name.endsWith(`.${suffix}`))
}

function hostAndPort({ hostname, port, protocol }: URL): string {
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return `${host}:${port || (protocol === 'https:' ? '443' : '80')}`
}
