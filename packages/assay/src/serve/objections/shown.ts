import { isoOf } from '../../questions/iso.js'
import type { Objection, ReceiptStore } from '../../store/words/receipts.js'

/** A seller's own words as everybody may see them. */
export type ShownObjection = {
  readonly id: string
  readonly at: string
  readonly host: string
  readonly about: string | null
  readonly proof: Objection['proof']
  readonly wallet: string | null
  /** Always: data of the seller, to be shown as text and never followed. */
  readonly untrusted: true
  readonly text: string
}

/** Objections that stand beside the evidence of one host. */
const MOST_SHOWN = 50

/** The dated log of what a host's owner objected, newest first. */
export async function shownObjections(
  store: Pick<ReceiptStore, 'objectionsOf'>,
  host: string,
): Promise<readonly ShownObjection[]> {
  return (await store.objectionsOf(host, MOST_SHOWN)).map(shownObjection)
}

/** One objection, marked as the seller's words. */
export function shownObjection(objection: Objection): ShownObjection {
  const { id, at, host, about, proof, wallet, text } = objection
  return {
    id,
    at: isoOf(at),
    host,
    about,
    proof,
    wallet,
    untrusted: true,
    text,
  }
}
