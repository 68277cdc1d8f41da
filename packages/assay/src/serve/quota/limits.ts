/** How often something may be asked for, and by whom it is counted. */
export type Limit = {
  readonly limit: number
  readonly window: keyof typeof WINDOWS
  /** Whose count it is; see `quotaFor`. */
  readonly per: 'client' | 'network' | 'key' | 'bundle' | 'payer'
  /** For people. */
  readonly what: string
}

/** Fixed spans from the epoch on: a day is a UTC day. Milliseconds. */
export const WINDOWS = { utc_day: 86_400_000, hour: 3_600_000 } as const

/**
 * Every limit of the service, in one place. A network is an IPv4 address or the
 * /64 of an IPv6 one; the names are the scopes that counts are stored under.
 */
export const LIMITS = {
  terms_free_client: {
    limit: 5,
    window: 'utc_day',
    per: 'client',
    what: 'free checks of terms a client name',
  },
  terms_free_network: {
    limit: 25,
    window: 'utc_day',
    per: 'network',
    what: 'free checks of terms a network, over all client names',
  },
  terms_dry_client: {
    limit: 50,
    window: 'utc_day',
    per: 'client',
    what: 'dry runs a client name',
  },
  terms_dry_network: {
    limit: 200,
    window: 'utc_day',
    per: 'network',
    what: 'dry runs a network, over all client names',
  },
  terms_paid_payer: {
    limit: 30,
    window: 'hour',
    per: 'payer',
    what: 'paid checks of terms a payer',
  },
  destination_anonymous: {
    limit: 100,
    window: 'utc_day',
    per: 'network',
    what: 'checks without a key',
  },
  destination_key: {
    limit: 1_000,
    window: 'utc_day',
    per: 'key',
    what: 'checks with a key',
  },
  destination_bundle_hex: {
    limit: 1_000,
    window: 'utc_day',
    per: 'bundle',
    what: 'checks of a bundle client with an id of 16 or more hex characters',
  },
  destination_bundle_other: {
    limit: 100,
    window: 'utc_day',
    per: 'bundle',
    what: 'checks of a bundle client with any other id',
  },
  key_mints: {
    limit: 10,
    window: 'utc_day',
    per: 'network',
    what: 'new keys a network',
  },
  terms_refused_network: {
    limit: 200,
    window: 'utc_day',
    per: 'network',
    what: 'checks of refused addresses, which use no free check',
  },
  refused_payments: {
    limit: 60,
    window: 'hour',
    per: 'network',
    what: 'payments of a network that the facilitator refused',
  },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof LIMITS

/**
 * The same target by the same caller is counted once within this time from the
 * first, end exclusive. Milliseconds.
 */
export const IDEMPOTENT_WINDOW_MS = 60_000
