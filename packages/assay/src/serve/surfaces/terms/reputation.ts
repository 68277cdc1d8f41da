import { hostKey, isInputError, termsReputation } from '@assay402/core'
import { readHost } from '../../../known/host.js'
import { isoOf } from '../../../questions/iso.js'
import { reputationQuestion } from '../../../questions/reputation.js'
import type { Store } from '../../../store/store.js'
import type { Service } from '../../service.js'
import { createKept, createOnce, type Kept } from '../../unified/kept.js'

/** The answer of rulebook terms-reputation. */
export type HostReputation = Exclude<
  ReturnType<typeof termsReputation.judge>,
  { readonly error: unknown }
>

/** Hosts whose reputation is remembered, and for how long. */
const KEPT = { hosts: 1_000, ms: 60_000 } as const

type Reader = Pick<Service, 'store' | 'now' | 'clock'>

/**
 * The reputation of a host, at most a minute old: it is made of the evidence of
 * up to 500 endpoints, and everybody may ask for it. Who asks at once waits for
 * the same one.
 */
export async function hostReputation(
  service: Reader,
  host: string,
): Promise<HostReputation> {
  const { kept, once } = remembered(service)
  const known = kept.get(host)
  if (known !== undefined) return known
  return once(host, async () => {
    const made = await computed(service.store, host, service.now())
    kept.set(host, made, service.clock() + KEPT.ms)
    return made
  })
}

type Remembered = {
  readonly kept: Kept<HostReputation>
  readonly once: ReturnType<typeof createOnce<HostReputation>>
}

const rememberedOf = new WeakMap<Store, Remembered>()

function remembered({ store, clock }: Reader): Remembered {
  const known = rememberedOf.get(store)
  if (known !== undefined) return known
  const kept = createKept<HostReputation>(KEPT.hosts, clock)
  const made = { kept, once: createOnce<HostReputation>() }
  rememberedOf.set(store, made)
  return made
}

async function computed(
  store: Store,
  host: string,
  now: number,
): Promise<HostReputation> {
  const facts = await readHost(
    store,
    host,
    await store.endpointsOfHost(host),
    now,
  )
  const at = isoOf(now)
  const answer = termsReputation.judge(
    reputationQuestion(at, facts) ?? { now: at, host },
  )
  if (isInputError(answer))
    throw new Error(`reputation refused its input: ${answer.error.message}`)
  return answer
}

/**
 * The host that a text names: `api.example.com`, which is its https side, or
 * `scheme://host[:port]`. Undefined when it names none.
 */
export function namedHost(text: string): string | undefined {
  if (text.length > MOST_HOST) return undefined
  const url = /^https?:\/\//i.test(text) ? text : `https://${text}`
  const host = hostKey(url)
  if (host === undefined) return undefined
  const { pathname, search, hash, username } = new URL(url)
  const isBare = pathname === '/' && search + hash + username === ''
  return isBare ? host : undefined
}

const MOST_HOST = 300
