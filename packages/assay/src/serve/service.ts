import type { InspectTools } from '../inspect/tools.js'
import type { Store } from '../store/store.js'

/** What one running service is made of; everything of the outside is in it. */
export type Service = {
  readonly store: Store
  /** Probes are shared with other processes through the store. */
  readonly tools: InspectTools
  readonly settings: ServiceSettings
  /** The wall clock, epoch milliseconds. */
  readonly now: () => number
  /** Monotonic milliseconds. */
  readonly clock: () => number
  readonly randomBytes: (count: number) => Uint8Array
  readonly sleep: (ms: number) => Promise<void>
  /** Structured, without secrets. */
  readonly log: (event: LogEvent) => void
  /** Null only in tests. */
  readonly signer: ReceiptSigner | null
}

/** What the operator configured. */
export type ServiceSettings = {
  /** `ASSAY_PUBLIC_URL`, else http://host:port: in resource URLs and receipts. */
  readonly publicUrl: string
  /** `ASSAY_OPEN=1`: billing and quotas are off. */
  readonly open: boolean
  /** `ASSAY_TRUST_PROXY`: proxies in front of us; 0 believes no header. */
  readonly trustProxy: number
  /** For the hashes of caller addresses. */
  readonly salt: string
  /** Network → wallet; empty: paid answers are not configured. */
  readonly payTo: Readonly<Record<string, string>>
  readonly network: string
  readonly facilitatorUrl: string
  /** SHA-256 of keys, hex, that no quota and no price applies to. */
  readonly exemptKeys: readonly string[]
  readonly bundleSecret: string | null
  readonly disclosures: Disclosures
  /** `host:port` targets that may be private and without TLS. */
  readonly allowHosts: readonly string[]
}

/** Wallets and payments of the operator's own, told to everybody. */
export type Disclosures = {
  readonly wallets: readonly DisclosedWallet[]
  readonly transactions: readonly DisclosedTransaction[]
}

export type DisclosedWallet = {
  readonly network: string
  readonly wallet: string
  /** `bootstrap`: pays its own service; `probe`: pays others to look. */
  readonly role: 'bootstrap' | 'probe' | 'other'
  readonly why: string
}

export type DisclosedTransaction = {
  readonly network: string
  readonly transaction: string
  readonly why: string
}

/** Of an operator who has said nothing. */
export const NO_DISCLOSURES: Disclosures = { wallets: [], transactions: [] }

/** One line of the log. `event` names it; values hold no secret. */
export type LogEvent = {
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  readonly event: string
  readonly [field: string]: unknown
}

/** The claims of a receipt that its caller knows; the signer adds the rest. */
export type ReceiptClaims = {
  /** Which surface gives it: `preflight`, `terms`, … */
  readonly surface: string
  readonly aud?: string | undefined
  /** Seconds from now, 60 to 3600; 300 when absent. */
  readonly expires_in?: number | undefined
  readonly decision: string
  readonly subject: unknown
  /** The exact terms that were judged; null: there were none. */
  readonly terms: {
    readonly network: string | null
    readonly asset: string | null
    readonly amount: string | null
    readonly pay_to: string | null
    readonly scheme: string | null
    readonly resource: string | null
  } | null
  readonly payment_terms_sha256: string | null
  /** Of the canonical report without its receipt. */
  readonly report_sha256: string
  readonly rulebooks: Readonly<Record<string, string>>
}

/** Signs receipts: EdDSA, compact JWS. */
export type ReceiptSigner = {
  /** `id` is the claim `jti`. */
  sign(
    claims: ReceiptClaims,
  ): Promise<{ readonly id: string; readonly jws: string }>
  /** The public keys, as `/.well-known/jwks.json` shows them. */
  jwks(): object
}
