import { formatInstant, type Instant, loadScreen } from '@assay402/core/light'

type Loaded = Awaited<ReturnType<typeof loadScreen>>
type Answer = ReturnType<Loaded['screenTarget']>

/** Rulebook destination, once its data is there. */
export type Screen = {
  readonly screen: (url: string, now: Instant) => Answer
  readonly registrableDomain: Loaded['registrableDomain']
  readonly isUnderPrivateSuffix: Loaded['isUnderPrivateSuffix']
  readonly public_suffix_list: string
  readonly confusables: string
}

/** Loads the data of rulebook destination, the first time it is needed. */
export function readyScreen(): Promise<Screen> {
  loading ??= loadScreen().then(screenOf)
  return loading
}

let loading: Promise<Screen> | undefined

/** A buyer asks the same few URLs again and again. */
const REMEMBERED = 256

function screenOf(loaded: Loaded): Screen {
  const known = new Map<string, Answer>()
  return {
    screen: (url, now) => {
      const earlier = known.get(url)
      // Without a registration date only the time of the check is of its time.
      if (earlier !== undefined)
        return { ...earlier, checked_at: formatInstant(now) }
      const answer = loaded.screenTarget(url, undefined, now)
      if (known.size >= REMEMBERED) known.clear()
      known.set(url, answer)
      return answer
    },
    registrableDomain: loaded.registrableDomain,
    isUnderPrivateSuffix: loaded.isUnderPrivateSuffix,
    public_suffix_list: loaded.PUBLIC_SUFFIX_LIST_VERSION,
    confusables: loaded.CONFUSABLES_VERSION,
  }
}
