import { createHash } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import type { ApiKey } from '../../store/words/accounts.js'
import type { Caller, ServiceEnv } from '../answer.js'
import { readCredential } from '../quota/credentials.js'
import type { Service } from '../service.js'
import { callerAddress, countedBy } from './address.js'

/** Hashes are kept for this many addresses, and keys for this long. */
const MOST_KEPT = 10_000
const KEYS_MS = 5_000

/**
 * Says who asks: a salted hash of the address, and the key that the request
 * brought, when it is one of ours. Addresses and keys go no further.
 */
export function identify(service: Service): MiddlewareHandler<ServiceEnv> {
  const { settings } = service
  const addressHash = createAddressHash(settings.salt)
  const keys = { store: rememberedKeys(service), settings }
  return async (c, next) => {
    const address = callerAddress(
      peerOf(c),
      c.req.header('x-forwarded-for'),
      settings.trustProxy,
    )
    const shown = await readCredential(keys, (name) => c.req.header(name))
    const caller: Caller = {
      address_sha256: addressHash(address),
      key: shown.kind === 'key' ? shown.key : null,
      client: clientOf(c),
      paid: null,
      pack: null,
    }
    c.set('caller', caller)
    await next()
  }
}

function peerOf(c: Context): string | undefined {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
  return incoming?.socket?.remoteAddress
}

function clientOf(c: Context): string | null {
  const name = c.req.header('x-assay-client')
  return name !== undefined && /^[\w.@/-]{1,64}$/.test(name) ? name : null
}

function createAddressHash(salt: string): (address: string) => string {
  const known = new Map<string, string>()
  return (address) => {
    const old = known.get(address)
    if (old !== undefined) return old
    const made = createHash('sha256')
      .update(`${salt}\n${countedBy(address)}`)
      .digest('hex')
    if (known.size >= MOST_KEPT) known.clear()
    known.set(address, made)
    return made
  }
}

/** The store's keys, so that not every request has to ask it. */
function rememberedKeys({
  store,
  clock,
}: Service): Pick<Service['store'], 'keyByHash'> {
  const known = new Map<string, { until: number; key: ApiKey | undefined }>()
  return {
    keyByHash: async (sha256) => {
      const old = known.get(sha256)
      if (old !== undefined && clock() < old.until) return old.key
      const key = await store.keyByHash(sha256)
      if (known.size >= MOST_KEPT) known.clear()
      known.set(sha256, { until: clock() + KEYS_MS, key })
      return key
    },
  }
}
