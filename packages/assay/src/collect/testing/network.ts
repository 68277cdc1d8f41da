import { performance } from 'node:perf_hooks'
import {
  createDialer,
  type Dialer,
  type DialerOptions,
  type DialTarget,
} from '../net/dial.js'
import type { NameResolver } from '../net/resolver.js'
import {
  createSafeFetch,
  type SafeFetch,
  type SafeFetchOptions,
} from '../net/safe-fetch.js'
import type { TestServer } from './servers.js'

export const USER_AGENT = 'assay/0.0.0 (+https://assay.test)'

/** A safe-fetch with the real parts, save what the test gives. */
export function testFetch(options: Partial<SafeFetchOptions> = {}): SafeFetch {
  return createSafeFetch({
    userAgent: USER_AGENT,
    clock: () => performance.now(),
    resolver: namesOf({}),
    ...options,
  })
}

/** A safe-fetch that may go to exactly these servers. */
export function fetchFrom(
  servers: readonly TestServer[],
  options: Partial<SafeFetchOptions> = {},
): SafeFetch {
  const allowHosts = servers.map(({ port }) => `127.0.0.1:${port}`)
  return testFetch({ allowHosts, ...options })
}

/** A resolver that knows only these names. */
export function namesOf(
  names: Readonly<Record<string, readonly string[]>>,
): NameResolver {
  return async (host) => {
    const addresses = names[host]
    if (addresses === undefined)
      throw Object.assign(new Error(host), { code: 'ENOTFOUND' })
    return addresses.map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }))
  }
}

/**
 * A dialer that writes down where it was sent, and connects to a test server
 * instead: what `public` addresses are to the tests.
 */
export function recordingDialer(
  to: TestServer,
  options: DialerOptions = {},
): { dialer: Dialer; dialled: DialTarget[] } {
  const dialled: DialTarget[] = []
  const real = createDialer(options)
  const dialer: Dialer = (target, signal) => {
    dialled.push(target)
    return real({ ...target, ip: '127.0.0.1', port: to.port }, signal)
  }
  return { dialer, dialled }
}
