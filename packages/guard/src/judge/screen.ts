import { formatInstant, type Instant } from '@assay402/core'

type Names = typeof import('./names.js')
type Answer = ReturnType<Names['screenTarget']>

/** Rulebook destination, once its data is there. */
export type Screen = {
  readonly screen: (url: string, now: Instant) => Answer
  readonly public_suffix_list: string
  readonly confusables: string
}

let loading: Promise<Screen> | undefined

/** Loads the data of rulebook destination, the first time it is needed. */
export function loadScreen(): Promise<Screen> {
  loading ??= import('./names.js').then(screenOf)
  return loading
}

/** A buyer asks the same few URLs again and again. */
const REMEMBERED = 256

function screenOf(names: Names): Screen {
  const known = new Map<string, Answer>()
  return {
    screen: (url, now) => {
      const earlier = known.get(url)
      // Without a registration date only the time of the check is of its time.
      if (earlier !== undefined)
        return { ...earlier, checked_at: formatInstant(now) }
      const answer = names.screenTarget(url, undefined, now)
      if (known.size >= REMEMBERED) known.clear()
      known.set(url, answer)
      return answer
    },
    public_suffix_list: names.PUBLIC_SUFFIX_LIST_VERSION,
    confusables: names.CONFUSABLES_VERSION,
  }
}
