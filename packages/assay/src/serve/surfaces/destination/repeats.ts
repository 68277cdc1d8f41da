import type { Store } from '../../../store/store.js'
import { IDEMPOTENT_WINDOW_MS } from '../../quota/limits.js'
import type { Service } from '../../service.js'
import type { DestinationAnswer } from './answer.js'

/** The answers of the last minute, by who asked for what. */
export type Repeats = {
  readonly find: (key: string) => DestinationAnswer | undefined
  /** Keeps an answer unless there is one; returns the one that is kept. */
  readonly keep: (key: string, answer: DestinationAnswer) => DestinationAnswer
}

/** Answers that are kept at most. */
const MOST = 10_000

const kept = new WeakMap<Store, Repeats>()

/** Those of a service, the same ones for every way to ask it. */
export function repeatsOf({
  store,
  now,
}: Pick<Service, 'store' | 'now'>): Repeats {
  const known = kept.get(store)
  if (known !== undefined) return known
  const made = createRepeats(now)
  kept.set(store, made)
  return made
}

/** Keeps answers for 60 s from the first, the end not included. */
export function createRepeats(now: () => number): Repeats {
  const answers = new Map<
    string,
    { readonly until: number; readonly answer: DestinationAnswer }
  >()
  const find = (key: string) => {
    const found = answers.get(key)
    return found !== undefined && now() < found.until ? found.answer : undefined
  }
  return {
    find,
    keep: (key, answer) => {
      const first = find(key)
      if (first !== undefined) return first
      const at = now()
      // In the order of their ends: each is kept equally long.
      for (const [old, { until }] of answers) {
        if (until > at && answers.size < MOST) break
        answers.delete(old)
      }
      answers.delete(key)
      answers.set(key, { until: at + IDEMPOTENT_WINDOW_MS, answer })
      return answer
    },
  }
}
