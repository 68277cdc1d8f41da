import { createHash } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import type { ApiKey } from '../../store/words/accounts.js'
import type { Caller, ServiceEnv } from '../answer.js'
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
  const keyOf = createKeyLookUp(service)
  return async (c, next) => {
    const address = callerAddress(
      peerOf(c),
      c.req.header('x-forwarded-for'),
      settings.trustProxy,
    )
    const secret = secretOf(c)
    const caller: Caller = {
      address_sha256: addressHash(address),
      key: secret === undefined ? null : ((await keyOf(secret)) ?? null),
      client: clientOf(c),
      paid: null,
      pack: null,
    }
    c.set('caller', caller)
    await next()
  }
}

/** SHA-256 of a key or token as it is stored, hex. */
export function secretSha256(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

function peerOf(c: Context): string | undefined {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
  return incoming?.socket?.remoteAddress
}

/** `Authorization: Bearer KEY`, else `X-Api-Key: KEY`. */
function secretOf(c: Context): string | undefined {
  const bearer = /^Bearer ([\w.~+/-]{8,256}=*)$/i.exec(
    c.req.header('authorization') ?? '',
  )?.[1]
  const key = bearer ?? c.req.header('x-api-key')
  return key !== undefined && key.length >= 8 && key.length <= 256
    ? key
    : undefined
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

function createKeyLookUp({ store, settings, clock }: Service) {
  const exempt = new Set(settings.exemptKeys)
  const known = new Map<string, { until: number; key: ApiKey | undefined }>()
  return async (secret: string): Promise<ApiKey | undefined> => {
    const key_sha256 = secretSha256(secret)
    if (exempt.has(key_sha256))
      return {
        id: `exempt-${key_sha256.slice(0, 16)}`,
        key_sha256,
        created_at: 0,
        tier: 'exempt',
        label: null,
      }
    const old = known.get(key_sha256)
    if (old !== undefined && clock() < old.until) return old.key
    const key = await store.keyByHash(key_sha256)
    if (known.size >= MOST_KEPT) known.clear()
    known.set(key_sha256, { until: clock() + KEYS_MS, key })
    return key
  }
}
