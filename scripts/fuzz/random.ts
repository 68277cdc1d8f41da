import { createHash } from 'node:crypto'

/** A seeded source of choices: the same seed gives the same inputs. */
export type Random = ReturnType<typeof createRandom>

export function createRandom(seed: string) {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0)
  // mulberry32: small, fast, good enough to choose inputs with.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const integer = (below: number) => Math.floor(next() * below)
  return {
    next,
    integer,
    chance: (share: number) => next() < share,
    pick: <Item>(items: readonly Item[]): Item =>
      items[integer(items.length)] as Item,
  }
}
