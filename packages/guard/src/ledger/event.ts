/** Terms that were approved, as the ledger keeps them. */
export type LedgerTerms = {
  readonly resource: string
  readonly network: string
  readonly asset: string
  /** Atomic canonical USDC, digits. */
  readonly amount: string
  readonly pay_to: string
}

/** What identifies a signed authorisation on chain. */
export type Authorization = {
  readonly kind: 'eip3009' | 'permit2' | 'solana'
  readonly network: string
  readonly asset: string
  readonly payer: string
  /** 32 bytes hex (eip3009), a decimal number (permit2), a digest (solana). */
  readonly nonce: string
  /** Seconds since 1970: after it nobody can cash it. */
  readonly valid_before: number
}

/** How a reservation ended. */
export type Outcome =
  | 'settled' // an answer came, or the seller says it was charged
  | 'declined' // an answer came and says it was not charged: still cashable
  | 'unclear' // no answer, or one that says that settling is pending
  | 'unused' // a look-up proved that it can never be cashed
  | 'released' // never signed

/** One line of the ledger. Times are milliseconds since 1970. */
export type LedgerEvent =
  | {
      readonly e: 'reserved'
      readonly id: string
      readonly at: number
      /** Request and body, so that a second one is recognised. */
      readonly request: string
      readonly host: string
      readonly wallet: string
      readonly terms: LedgerTerms
      /** Latest moment at which it could still be cashed, if it gets signed. */
      readonly open_until: number
      readonly idempotency_key?: string
    }
  | {
      readonly e: 'signed'
      readonly id: string
      readonly at: number
      readonly authorization: Authorization | null
      /** Nobody watches for the answer: it counts as spent at once. */
      readonly unwatched?: true
      /** Of a log written anew: its terms stand in `paid_before`. */
      readonly remembered?: true
    }
  | {
      readonly e: 'ended'
      readonly id: string
      readonly at: number
      readonly outcome: Outcome
      readonly transaction?: string
      /** Charged, and answered by an error or not at all. */
      readonly unanswered?: true
    }
  | {
      /** Of a log written anew: a charge that was not answered. */
      readonly e: 'unanswered'
      readonly at: number
      readonly request: string
    }
  | {
      /** Of a log written anew: what was paid before. */
      readonly e: 'paid_before'
      readonly at: number
      readonly terms: LedgerTerms
    }
  | {
      /** Of a log written anew: what was spent and may still count. */
      readonly e: 'spent'
      readonly at: number
      readonly amount: string
      readonly host: string
      readonly wallet: string
    }

/** Figures of the ledger; contracts that other software relies on. */
export const LEDGER_TIMES = {
  hour_ms: 3_600_000,
  day_ms: 86_400_000,
  /** After validBefore: until then it is only reserved, from then on spent. */
  grace_ms: 600_000,
  /** A signed payment without an answer for so long is unclear. */
  no_answer_ms: 30_000,
  /** An approval can be signed for so long. */
  approval_ms: 60_000,
  /** The window in which attempts without an answer are counted. */
  storm_ms: 600_000,
} as const
