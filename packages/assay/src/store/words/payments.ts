/**
 * A payment that somebody made to us for an answer. It is stored before it is
 * settled: `settling` → `settled` | `failed`.
 */
export type Payment = {
  /** SHA-256 of the payment header's payload, hex. */
  readonly id: string
  readonly at: number
  /** METHOD and path of what was bought. */
  readonly route: string
  /** SHA-256 of the request (route, query, body) that it paid for. */
  readonly request_sha256: string
  readonly payer: string | null
  readonly network: string
  /** EIP-3009 nonce; null when the scheme has none. */
  readonly nonce: string | null
  readonly amount_atomic: string
  readonly state: 'settling' | 'settled' | 'failed'
  /** The answer that was bought: status, headers and body as JSON text. */
  readonly answer: string
  /** What the facilitator said, JSON text; null while settling. */
  readonly settlement: string | null
}

/** Answers paid in advance; the token itself is never stored. */
export type Pack = {
  /** SHA-256 of the bearer token, hex. */
  readonly token_sha256: string
  readonly created_at: number
  readonly expires_at: number
  /** Answers left. */
  readonly left: number
  /** The payment it was bought with. */
  readonly payment_id: string
}

export type PaymentStore = {
  /** Stores a payment before it is settled; one of that id is returned instead. */
  beginPayment(payment: Payment): Promise<Payment | undefined>
  /** Ends a payment that is `settling`; false: it had ended, or is unknown. */
  finishPayment(
    id: string,
    end: {
      readonly state: 'settled' | 'failed'
      readonly settlement: string
      /** Replaces the answer, e.g. with the payment's own header. */
      readonly answer?: string | undefined
    },
  ): Promise<boolean>
  payment(id: string): Promise<Payment | undefined>
  /** Those still `settling`, oldest first: after a crash they are asked for. */
  unsettledPayments(limit: number): Promise<Payment[]>
  prunePayments(before: number): Promise<number>
  /** Stored once a payment: a second pack of one payment is not saved (false). */
  savePack(pack: Pack): Promise<boolean>
  /** Takes one answer; undefined: unknown, expired or used up. */
  usePack(tokenSha256: string, now: number): Promise<Pack | undefined>
  /** Gives one answer back, for one that failed. */
  returnPack(tokenSha256: string): Promise<void>
}
