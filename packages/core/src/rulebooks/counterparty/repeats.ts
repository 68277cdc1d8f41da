/** A transfer's place on the chain, as far as the feed gives it. */
export type Place = {
  readonly tx?: string | null | undefined
  readonly log_index?: number | null | undefined
}

/** Tells whether a place was asked about before; half a place never was. */
export function createRepeats(): (place: Place) => boolean {
  // Most transactions have one row: a list of them is made for the second.
  const single = new Map<string, number>()
  let more: Map<string, Set<number>> | undefined
  return ({ tx, log_index }) => {
    if (typeof tx !== 'string' || typeof log_index !== 'number') return false
    const first = single.get(tx)
    if (first === undefined) {
      single.set(tx, log_index)
      return false
    }
    if (first === log_index) return true
    more ??= new Map()
    const others = more.get(tx)
    if (others === undefined) more.set(tx, new Set([log_index]))
    else if (others.has(log_index)) return true
    else others.add(log_index)
    return false
  }
}
