import { type GuardOrOptions, guardOf } from '../guard.js'
import {
  type GuardableClient,
  type GuardableHttpClient,
  guard,
} from './guard-client.js'
import { guardFetch } from './guard-fetch.js'

/**
 * The two arguments of `wrapFetchWithPayment`, both with one guard:
 * `const pay = wrapFetchWithPayment(...guarded(fetch, client, options))`.
 */
export function guarded<Client extends GuardableClient | GuardableHttpClient>(
  fetch: typeof globalThis.fetch,
  client: Client,
  given?: GuardOrOptions,
): [fetch: typeof globalThis.fetch, client: Client] {
  const own = guardOf(given)
  return [guardFetch(fetch, own), guard(client, own)]
}
