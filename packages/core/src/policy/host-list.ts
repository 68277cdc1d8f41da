import { httpUrl } from '../identity/resource.js'

/** A host as a spend policy compares it. */
export type ListedHost = {
  /** Null when the entry names none: any scheme. */
  readonly scheme: string | null
  readonly name: string
  /** Null when the entry names none: any port. */
  readonly port: string | null
  /** Written `*.name`: the names under it, not itself. */
  readonly wildcard: boolean
}

const NAME_AND_PORT =
  /^(\*\.)?(\[[0-9a-fA-F:.]+\]|[^\s:/?#@[\]*]+)(?::([0-9]{1,5}))?$/

/**
 * Reads an entry of a host list: `name`, `name:port`, `*.name` or a host key
 * (`scheme://name[:port]`). `undefined` when it is none of these.
 */
export function parseListedHost(entry: string): ListedHost | undefined {
  if (entry.includes('://')) return fromKey(entry)
  const parts = NAME_AND_PORT.exec(entry)
  if (parts === null) return undefined
  const name = httpUrl(`https://${parts[2]}/`)?.hostname
  if (name === undefined) return undefined
  return {
    scheme: null,
    name: withoutTrailingDots(name),
    port: parts[3] === undefined ? null : String(Number(parts[3])),
    wildcard: parts[1] !== undefined,
  }
}

/** The host of a readable URL, every part known. */
export function hostOfUrl(url: URL): ListedHost {
  const standard = url.protocol === 'https:' ? '443' : '80'
  return {
    scheme: url.protocol,
    name: withoutTrailingDots(url.hostname),
    port: url.port === '' ? standard : url.port,
    wildcard: false,
  }
}

/** True for the very host of an entry; `*.name` means every name under it. */
export function isAllowedHost(
  entries: readonly string[],
  host: ListedHost,
): boolean {
  return entries.some((text) => {
    const entry = parseListedHost(text)
    if (entry === undefined || !sameDoor(entry, host)) return false
    return entry.wildcard ? isUnder(entry, host) : entry.name === host.name
  })
}

/** The first entry that names the host or a domain above it. */
export function blockingEntry(
  entries: readonly string[],
  host: ListedHost,
): string | undefined {
  return entries.find((text) => {
    const entry = parseListedHost(text)
    if (entry === undefined || !sameDoor(entry, host)) return false
    return entry.name === host.name || isUnder(entry, host)
  })
}

function fromKey(entry: string): ListedHost | undefined {
  const url = httpUrl(entry)
  return url?.pathname === '/' ? hostOfUrl(url) : undefined
}

function sameDoor(entry: ListedHost, host: ListedHost): boolean {
  const scheme = entry.scheme === null || entry.scheme === host.scheme
  return scheme && (entry.port === null || entry.port === host.port)
}

function isUnder(entry: ListedHost, host: ListedHost): boolean {
  return host.name.endsWith(`.${entry.name}`)
}

function withoutTrailingDots(name: string): string {
  let end = name.length
  while (name.charCodeAt(end - 1) === 0x2e) end--
  return name.slice(0, end)
}
