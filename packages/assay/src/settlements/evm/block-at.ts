import type { Chain } from './chain.js'
import { needed } from './read-window.js'

/**
 * The first block at or after a moment (epoch milliseconds), among those up to
 * `last`; `last` when all of them are older. About 25 questions.
 */
export async function blockAt(
  chain: Pick<Chain, 'header'>,
  moment: number,
  last: number,
): Promise<number> {
  const at = async (block: number) => (await needed(chain as Chain, block)).at
  let [low, high] = [0, last]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((await at(middle)) < moment) low = middle + 1
    else high = middle
  }
  return low
}
