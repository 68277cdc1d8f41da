/** An Ed25519 public key as a JWKS lists it. */
export type Jwk = {
  readonly kty?: unknown
  readonly crv?: unknown
  readonly x?: unknown
  readonly kid?: unknown
}

export type Jwks = { readonly keys: readonly Jwk[] }

/** The engine's keys by their id. */
export type Keys = {
  /** Rejects when no key of that id is known; `now` in ms since 1970. */
  readonly of: (kid: string, now: number) => Promise<CryptoKey>
}

/** A set that was fetched is asked for again at most so often. */
const REFRESH_MS = 60_000

/**
 * Keys that were given are the only ones believed; without any, the set is
 * fetched, and again when an unknown id turns up (a key was rotated).
 */
export function createKeys(
  given: Jwks | undefined,
  fetchKeys: () => Promise<Jwks>,
): Keys {
  const imported = new Map<string, Promise<CryptoKey>>()
  let fetched = -Infinity
  take(given)

  function take(set: Jwks | undefined): void {
    for (const { kty, crv, x, kid } of set?.keys ?? [])
      if (kty === 'OKP' && crv === 'Ed25519' && isText(x) && isText(kid))
        imported.set(kid, importKey(x))
  }

  return {
    of: async (kid, now) => {
      const isDue = given === undefined && now - fetched > REFRESH_MS
      if (isDue && !imported.has(kid)) {
        take(await fetchKeys())
        fetched = now
      }
      const key = imported.get(kid)
      if (key === undefined) throw new Error('signed by an unknown key')
      return key
    },
  }
}

function importKey(x: string): Promise<CryptoKey> {
  const key = crypto.subtle.importKey(
    'jwk',
    { kty: 'OKP', crv: 'Ed25519', x },
    { name: 'Ed25519' },
    false,
    ['verify'],
  )
  // Whoever asks for it hears of the failure.
  key.catch(() => undefined)
  return key
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
