import type { ColumnType } from 'kysely'

/** A sequence of the database, given only when an archive is put back. */
export type Counted = ColumnType<number, number | undefined, never>

/** The tables of a service that is asked by others, and of what it lists. */
export type ServiceTables = {
  quotas: {
    scope: string
    subject: string
    from_at: number
    until_at: number
    used: number
    /** The limit that it was counted against last. */
    most: number
  }
  /** Operations that were counted, by the caller's own key. */
  quota_keys: { key: string; until_at: number }
  api_keys: {
    id: string
    key_sha256: string
    created_at: number
    tier: string
    label: string | null
  }
  payments: {
    id: string
    at: number
    route: string
    request_sha256: string
    payer: string | null
    network: string
    nonce: string | null
    amount_atomic: string
    state: string
    answer: Buffer
    settlement: string | null
  }
  packs: {
    token_sha256: string
    created_at: number
    expires_at: number
    /** Answers that were bought. */
    size: number
    /** Answers left. */
    unused: number
    payment_id: string
  }
  receipts: {
    id: string
    at: number
    surface: string
    resource_id: string
    url: string
    host: string
    verdict: string
    reason_code: string | null
    report_id: string | null
    jws: string | null
    summary: Buffer
  }
  objections: {
    id: string
    at: number
    host: string
    about: string | null
    words: string
    proof: string
    wallet: string | null
    nonce: string
  }
  /** The position that each account's ledger has reached. */
  spend_accounts: { account: string; position: number }
  spend_events: { account: string; position: number; event: string }
  wallet_figures: {
    network: string
    wallet: string
    at: number
    figures: Buffer
  }
  settlement_jobs: {
    id: string
    at: number
    kind: string
    arguments: string
    state: string
    detail: string | null
    lease_until: number
  }
  budgets: { budget: string; month: string; spent_atomic: string }
  budget_claims: {
    budget: string
    key: string
    month: string
    amount_atomic: string
  }
  /** Derived: a narrow row of each endpoint that some source lists now. */
  directory: {
    /** In the order of listing. */
    entry: Counted
    resource_id: string
    category: string
    last_seen: number
    /** Of endpoint-health; -1: none. */
    score: number
    /** `priceKey`: texts that compare as the numbers do. */
    price: string
    network: string | null
    pay_to: string | null
    /** When the crawler saw these terms; null: they are the listing's. */
    seen_at: number | null
    listed_price: string
    listed_network: string | null
    listed_pay_to: string | null
    /** What is searched: URL, description and tags in lower case. */
    words: string
  }
  /** The wallets that listings name, by network. */
  listing_payees: { network: string; wallet: string; span: number }
}

/** The keys by which an archive reads each table page by page. */
export const SERVICE_KEYS = {
  quotas: ['scope', 'subject', 'from_at'],
  quota_keys: ['key'],
  api_keys: ['id'],
  payments: ['id'],
  packs: ['token_sha256'],
  receipts: ['id'],
  objections: ['id'],
  spend_accounts: ['account'],
  spend_events: ['account', 'position'],
  wallet_figures: ['network', 'wallet'],
  settlement_jobs: ['id'],
  budgets: ['budget', 'month'],
  budget_claims: ['budget', 'key'],
  directory: ['entry'],
  listing_payees: ['network', 'wallet', 'span'],
} as const
