import { isGloballyReachable } from '@assay402/core'

/** True for a URL of a target that the operator lifted the address rule for. */
export function isAllowedHost(
  url: string,
  allowHosts: readonly string[],
): boolean {
  if (!URL.canParse(url)) return false
  const { hostname, port, protocol } = new URL(url)
  const usual = protocol === 'https:' ? '443' : '80'
  return allowHosts.includes(`${hostname}:${port || usual}`)
}

const LOCAL = /(^|\.)localhost\.?$/i
const IPV4 = /^[0-9.]+$/

/**
 * True when the URL alone says that it is never fetched: a private address
 * written as such, or this machine's own name. Others show it when they are
 * looked up.
 */
export function isPlainlyPrivate(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { hostname } = new URL(url)
  if (LOCAL.test(hostname)) return true
  const ip = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  const isIp = ip.includes(':') || IPV4.test(ip)
  return isIp && !isGloballyReachable(ip)
}
