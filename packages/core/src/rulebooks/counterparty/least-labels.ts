/** An amount that left pay_to, and the wallet that got it first. */
export type Label = { readonly amount: bigint; readonly via: string }

/**
 * The two smallest amounts with different first wallets, the smaller one
 * first. They decide like all of them: a hop can carry an amount when it can
 * carry the smallest one, and a buyer rules out no more than one first wallet.
 */
export type LeastLabels =
  | readonly []
  | readonly [Label]
  | readonly [Label, Label]

/** The least two labels after one more arrives; the same list when it adds nothing. */
export function withLabel(known: LeastLabels, label: Label): LeastLabels {
  const [first, second] = known
  if (first === undefined) return [label]
  if (second !== undefined && second.amount <= label.amount) return known
  if (first.via === label.via) {
    if (first.amount <= label.amount) return known
    return second === undefined ? [label] : [label, second]
  }
  return first.amount <= label.amount ? [first, label] : [label, first]
}

/** The labels of at most `most`. */
export function upTo(labels: LeastLabels, most: bigint): LeastLabels {
  const [first, second] = labels
  if (first === undefined || first.amount > most) return []
  return second === undefined || second.amount <= most ? labels : [first]
}
