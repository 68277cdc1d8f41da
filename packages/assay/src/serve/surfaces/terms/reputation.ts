import { hostKey, isInputError, termsReputation } from '@assay402/core'
import { readHost } from '../../../known/host.js'
import { isoOf } from '../../../questions/iso.js'
import { reputationQuestion } from '../../../questions/reputation.js'
import type { Store } from '../../../store/store.js'

/** The answer of rulebook terms-reputation. */
export type HostReputation = Exclude<
  ReturnType<typeof termsReputation.judge>,
  { readonly error: unknown }
>

/** The reputation of a host as of now, computed at every reading. */
export async function hostReputation(
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
