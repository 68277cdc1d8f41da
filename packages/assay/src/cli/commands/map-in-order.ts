/**
 * Runs `work` on every item, at most `parallel` at a time, and yields the
 * results in the order of the items. Only as many results as are under way are
 * ever held.
 */
export async function* mapInOrder<Item, Result>(
  items: Iterable<Item>,
  parallel: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<{ readonly item: Item; readonly result: Result }> {
  const running: { item: Item; result: Promise<Result> }[] = []
  for (const item of items) {
    running.push({ item, result: work(item) })
    if (running.length < parallel) continue
    yield* oldest(running)
  }
  while (running.length > 0) yield* oldest(running)
}

async function* oldest<Item, Result>(
  running: { item: Item; result: Promise<Result> }[],
) {
  const first = running.shift()
  if (first !== undefined)
    yield { item: first.item, result: await first.result }
}
