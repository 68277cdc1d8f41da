/** A receipt that was given, as everybody may see it. */
export type StoredReceipt = {
  /** 128 random bits, hex. */
  readonly id: string
  readonly at: number
  /** Which surface gave it: `preflight`, `terms`, … */
  readonly surface: string
  readonly resource_id: string
  /** URL without query values. */
  readonly url: string
  readonly host: string
  /** The surface's verdict word. */
  readonly verdict: string
  readonly reason_code: string | null
  readonly report_id: string | null
  /** Compact JWS; null for what is not signed. */
  readonly jws: string | null
  /** What the public page shows. */
  readonly summary: unknown
}

export type ReceiptQuery = {
  readonly surface?: string | undefined
  readonly verdict?: string | undefined
  readonly host?: string | undefined
  /** Exact, as stored. */
  readonly url?: string | undefined
  readonly resource_id?: string | undefined
  /** Those before this one (`at`, `id`), for paging. */
  readonly before?: { readonly at: number; readonly id: string } | undefined
  readonly limit: number
}

/** A seller's own words beside the evidence. Never changes a verdict. */
export type Objection = {
  readonly id: string
  readonly at: number
  readonly host: string
  /** What it is about: a URL of the host, a receipt id, or null for the host. */
  readonly about: string | null
  readonly text: string
  readonly proof: 'pay_to_signature' | 'well_known_file'
  /** The wallet that signed; null for a file. */
  readonly wallet: string | null
}

export type ReceiptStore = {
  /** Stored once by id. */
  saveReceipt(receipt: StoredReceipt): Promise<void>
  /** Many in one transaction: what a busy service can afford. */
  saveReceipts(receipts: readonly StoredReceipt[]): Promise<void>
  receipt(id: string): Promise<StoredReceipt | undefined>
  /** Newest first. */
  receipts(query: ReceiptQuery): Promise<StoredReceipt[]>
  pruneReceipts(before: number): Promise<number>
  /** False: the nonce of its proof was used before. */
  saveObjection(objection: Objection, nonce: string): Promise<boolean>
  /** Newest first. */
  objectionsOf(host: string, limit: number): Promise<Objection[]>
}
