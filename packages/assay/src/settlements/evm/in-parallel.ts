/** Results in the order of the items, at most `width` of them under way. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = new Array(items.length)
  let next = 0
  let failed = false
  const run = async () => {
    while (next < items.length && !failed) {
      const place = next++
      try {
        results[place] = await work(items[place] as Item)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, run))
  return results
}
