import type { QuotaClaim } from '../../store/words/accounts.js'
import { type Problem, problemOf } from '../problem.js'
import type { Service } from '../service.js'
import { LIMITS, type LimitName } from './limits.js'

/** What came of asking for one more. */
export type Taken =
  | {
      readonly taken: true
      /** It was counted before, within the window of its key. */
      readonly repeated: boolean
      /** What was counted, to be given back; empty for what was not. */
      readonly claims: readonly QuotaClaim[]
    }
  | {
      readonly taken: false
      /** The limit that is reached. */
      readonly exhausted: QuotaClaim
    }

/**
 * Takes one of every claim or of none, over all processes of the store. An open
 * service (`ASSAY_OPEN=1`) counts nothing.
 */
export async function takeQuota(
  { store, settings }: Pick<Service, 'store' | 'settings'>,
  claims: readonly QuotaClaim[],
  once?: { readonly key: string; readonly until: number },
): Promise<Taken> {
  if (settings.open || claims.length === 0)
    return { taken: true, repeated: false, claims: [] }
  const answer = await store.takeQuota(claims, once)
  if (answer.taken) {
    const { repeated } = answer
    return { taken: true, repeated, claims: repeated ? [] : claims }
  }
  return { taken: false, exhausted: claims[answer.exhausted] as QuotaClaim }
}

/** Gives back what an operation took that did not count after all. */
export async function giveQuotaBack(
  { store }: Pick<Service, 'store'>,
  claims: readonly QuotaClaim[],
  onceKey?: string,
): Promise<void> {
  if (claims.length > 0) await store.returnQuota(claims, onceKey)
}

/** The answer to whoever has reached a limit: 429, with the time to wait. */
export function quotaProblem(exhausted: QuotaClaim, now: number): Problem {
  const limit = LIMITS[exhausted.scope as LimitName]
  const until = new Date(exhausted.until).toISOString()
  return problemOf({
    status: 429,
    code: 'quota_exhausted',
    detail: `The limit of ${exhausted.limit} ${limit?.what ?? exhausted.scope} is reached. It begins anew at ${until}.`,
    retry_after: Math.max(1, Math.ceil((exhausted.until - now) / 1000)),
  })
}
