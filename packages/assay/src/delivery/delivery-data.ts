/** Named in the records of bought and free deliveries. */
export const deliveryCollector = { id: 'delivery', version: '1' } as const

/**
 * Which layer of looking a record belongs to. L1 is the unpaid handshake (kind
 * `challenge`); L2 calls what is declared free; L3 buys for real.
 */
export type Layer = 'L2' | 'L3'

/** The `data` of a delivery record: what one call of a seller's tool brought. */
export type DeliveryData = {
  readonly layer: Layer
  readonly url: string
  readonly method: string
  /** SHA-256 of the body sent, null when none was. */
  readonly request_body_sha256: string | null
  readonly answer: DeliveryAnswer
  readonly format: DeliveryFormat
  /** Null: nothing was paid. */
  readonly payment: DeliveryPayment | null
}

export type DeliveryAnswer =
  | {
      readonly outcome: 'response'
      readonly status: number
      readonly content_type: string | null
      /** At most 64 KiB. */
      readonly body_base64: string
      readonly body_truncated: boolean
    }
  | {
      readonly outcome: 'timeout' | 'unreachable' | 'refused'
      readonly code: string
    }
  /** We stopped between paying and reading: what came is not known. */
  | { readonly outcome: 'lost' }

/** Whether what was delivered fits what the seller declares. */
export type DeliveryFormat = {
  readonly schema: 'bazaar' | 'v1' | null
  readonly result: 'match' | 'mismatch' | 'unverified'
  readonly detail: string
}

export type DeliveryPayment = {
  readonly network: string
  readonly asset: string
  readonly amount_atomic: string
  readonly pay_to: string
  readonly payer: string | null
  readonly outcome: 'settled' | 'declined' | 'unclear' | 'unused'
  readonly transaction: string | null
  /** Our own money: never counted among a seller's buyers. */
  readonly self: true
}
