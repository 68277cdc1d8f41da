import { isObject } from '@assay402/core/light'

type Fetch = typeof globalThis.fetch

/** Where answers of axios come from, after the redirects that it followed. */
export type Landings = {
  /**
   * The `env` of a config, so that its `fetch` adapter tells where it landed;
   * older ones of axios take no notice of it.
   */
  readonly watched: (env: unknown) => object
  /** The origin of an answer; `undefined` when the adapter does not tell. */
  readonly originOf: (answer: object) => string | undefined
}

export function createLandings(): Landings {
  const landed = new WeakMap<object, string>()
  // By what they wrap: axios keeps something for each fetch it sees.
  const watching = new WeakMap<object, Fetch>()
  const ours = new WeakSet<object>()

  function watch(fetch: Fetch): Fetch {
    const known = watching.get(fetch)
    if (known !== undefined) return known
    const made: Fetch = async (input, init) => {
      const response = await fetch(input, init)
      if (typeof input === 'object') landed.set(input, response.url)
      return response
    }
    watching.set(fetch, made)
    ours.add(made)
    return made
  }

  return {
    watched: (env) => {
      const own: object = isObject(env) ? env : {}
      const given: unknown = Reflect.get(own, 'fetch')
      const fetch = typeof given === 'function' ? (given as Fetch) : standard
      return { ...own, fetch: ours.has(fetch) ? fetch : watch(fetch) }
    },
    originOf: (answer) => {
      const request: unknown = Reflect.get(answer, 'request')
      if (!isObjectLike(request)) return undefined
      const response: unknown = Reflect.get(request, 'res')
      const url =
        landed.get(request) ??
        // follow-redirects in Node, XMLHttpRequest in browsers.
        (isObjectLike(response)
          ? Reflect.get(response, 'responseUrl')
          : Reflect.get(request, 'responseURL'))
      return typeof url === 'string' && URL.canParse(url)
        ? new URL(url).origin
        : undefined
    },
  }
}

const standard: Fetch = (input, init) => globalThis.fetch(input, init)

function isObjectLike(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
