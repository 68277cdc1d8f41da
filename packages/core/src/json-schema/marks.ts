/** What was evaluated of one value, for the `unevaluated…` keywords. */
export type Marks = {
  /** Items below this index. */
  upTo: number
  readonly indexes: Set<number>
  readonly keys: Set<string>
}

export function createMarks(): Marks {
  return { upTo: 0, indexes: new Set(), keys: new Set() }
}

/** Adds what a subschema evaluated; returns how much there was to add. */
export function mergeMarks(into: Marks, from: Marks): number {
  into.upTo = Math.max(into.upTo, from.upTo)
  for (const index of from.indexes) into.indexes.add(index)
  for (const key of from.keys) into.keys.add(key)
  return from.indexes.size + from.keys.size
}
