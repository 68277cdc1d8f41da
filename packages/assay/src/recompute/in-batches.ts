/** Reads that wait for a database side by side; more only queue up there. */
const AT_ONCE = 16

/** Maps items in order, a few at a time. */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let from = 0; from < items.length; from += AT_ONCE)
    results.push(
      ...(await Promise.all(items.slice(from, from + AT_ONCE).map(work))),
    )
  return results
}

/** Cuts a list into parts of at most `size`. */
export function* partsOf<Item>(
  items: readonly Item[],
  size: number,
): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += size)
    yield items.slice(from, from + size)
}
