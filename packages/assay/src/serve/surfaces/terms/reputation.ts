import { hostKey, isInputError, termsReputation } from '@assay402/core'
import { isoOf } from '../../../questions/iso.js'
import { remembered } from '../../remembered.js'
import type { Service } from '../../service.js'

/** The answer of rulebook terms-reputation. */
export type HostReputation = Exclude<
  ReturnType<typeof termsReputation.judge>,
  { readonly error: unknown }
>

/** The reputation of a host, at most a minute old. */
export async function hostReputation(
  service: Pick<Service, 'store' | 'now' | 'clock'>,
  host: string,
): Promise<HostReputation> {
  const known = await remembered(service).reputationOf(host)
  const answer =
    known ?? termsReputation.judge({ now: isoOf(service.now()), host })
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
