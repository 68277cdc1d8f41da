// Wallets are dictionary ids, times milliseconds after the window's start,
// amounts high · 2^32 + low. Typed arrays, so that threads can hand them over.

/** Transfers as columns, in time order. */
export type TransferColumns = {
  readonly count: number
  readonly payer: Uint32Array
  readonly payee: Uint32Array
  readonly at: Uint32Array
  readonly high: Uint32Array
  readonly low: Uint32Array
}

/** Sorted ids of the payers of each of `sellers`. */
export type PayerColumns = {
  readonly sellers: Uint32Array
  /** Where a seller's payers start; one more at the end. */
  readonly starts: Uint32Array
  readonly payers: Uint32Array
}

export type LoopLimits = {
  /** Recipients of one wallet that are followed, the earliest ones. */
  readonly recipients: number
  /** Wallets that are read for one seller. */
  readonly wallets: number
  /** Hops behind a seller's own transfer. */
  readonly hops: number
  /** A hop carries at least one part in so many of what left the seller. */
  readonly share: number
}

export type LoopAsk = {
  /** Every transfer between two wallets, in time order. */
  readonly edges: TransferColumns
  /** What left sellers, in time order. */
  readonly roots: TransferColumns
  readonly payers: PayerColumns
  readonly limits: LoopLimits
}

/** Pairs of columns; a seller is its place in `sellers`. */
export type LoopAnswer = {
  readonly reached: {
    readonly seller: Uint32Array
    readonly payer: Uint32Array
  }
  readonly hubs: { readonly seller: Uint32Array; readonly wallet: Uint32Array }
  /** By seller: wallets that were reached and not read. */
  readonly unread: Uint32Array
}

/** Numbers that grow as they come. */
export function createGrowing(): {
  readonly push: (value: number) => void
  readonly take: () => Uint32Array<ArrayBuffer>
} {
  let values = new Uint32Array(1_024)
  let length = 0
  return {
    push: (value) => {
      if (length === values.length) {
        const larger = new Uint32Array(2 * length)
        larger.set(values)
        values = larger
      }
      values[length] = value
      length += 1
    },
    take: () => values.slice(0, length),
  }
}
