import {
  type FetchRequest,
  type FetchResult,
  nextStep,
  type SafeFetch,
} from '../collect/index.js'

/** Waits for the turn of a URL's host; false: it must not be asked. */
export type Admit = (url: string, signal?: AbortSignal) => Promise<boolean>

/** Stands for the answer to what was not asked. */
export const NOT_ADMITTED = 'not_admitted'

/** Fetches, each hop only when it is admitted; a plain fetch without `admit`. */
export async function fetchAdmitted(
  {
    fetch,
    admit,
  }: { readonly fetch: SafeFetch; readonly admit?: Admit | undefined },
  request: FetchRequest,
): Promise<FetchResult | typeof NOT_ADMITTED> {
  if (admit === undefined) return fetch(request)
  let errand = { ...request, maxRedirects: 0 }
  for (let left = MOST_REDIRECTS; ; left--) {
    // Of another scheme it is refused before anybody is asked.
    const mayAsk =
      !/^https?:/i.test(errand.url) || (await admit(errand.url, request.signal))
    if (!mayAsk) return NOT_ADMITTED
    const result = await fetch(errand)
    if (result.outcome !== 'response') return result
    const { url } = result
    const step = nextStep({ ...SENT, url }, result, left)
    if (step.kind === 'final') return result
    errand = { ...errand, url: step.errand.url, redirectedFrom: url }
  }
}

const MOST_REDIRECTS = 3
const SENT = { method: 'GET', headers: {}, body: undefined } as const
