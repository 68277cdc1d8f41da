import { httpUrl } from './resource.js'

/**
 * `scheme://host[:port]`: lower case, default port dropped, `www.` kept.
 * `undefined` when the URL is not readable http(s).
 */
export function hostKey(url: string): string | undefined {
  return httpUrl(url)?.origin
}
