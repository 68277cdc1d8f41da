import type { Window } from '../transfer.js'

/** A value as a column engine gives it back; amounts and times are whole. */
export type Cell = number | bigint | string | null

/** What `$name` in a text stands for: whole numbers, nothing else. */
export type Values = Readonly<Record<string, number>>

/** A span of time, both ends included. */
export type Span = readonly [from: number, to: number]

/** The little that reading needs of a column engine. */
export type ColumnReader = {
  /**
   * Rows of a text; a sharded engine may give those of `$wallet` from where
   * its seller lies, and all others from every shard.
   */
  rows(text: string, values: Values): Promise<Cell[][]>
  /**
   * The same for columns of whole numbers from 0 to 2^32 − 1, part by part, in
   * the order of the text.
   */
  numbers(
    text: string,
    values: Values,
    onPart: (columns: readonly ArrayLike<number>[]) => void,
  ): Promise<void>
  /** Ids of names in the dictionary; unknown names have none. */
  idsOf(names: readonly string[]): Promise<Map<string, number>>
  namesOf(ids: readonly number[]): Promise<Map<number, string>>
  cursor(name: string): Promise<string | undefined>
  /** Every span of a network and wallet id, as `from_at`, `to_at`. */
  coverage(network: number, wallet: number): Promise<Span[]>
  /** Before figures: aggregates must be up to date. */
  ready(): Promise<void>
  /**
   * Rows of `figuresText` by figures that are kept, where that is quicker;
   * undefined when the window is far from the kept one.
   */
  kept?(ask: KeptAsk): Promise<Cell[][] | undefined>
}

export type KeptAsk = {
  /** The wallet is none of the values for `all`. */
  readonly scope: 'one' | 'all'
  readonly network: number
  readonly wallet?: number
  readonly window: Window
  /** An id list. */
  readonly excluded: string
}

/** A list of our own ids for `IN (…)`; never empty, for 0 is nobody. */
export function idList(ids: Iterable<number>): string {
  const texts: string[] = ['0']
  for (const id of ids) {
    if (!Number.isSafeInteger(id) || id < 0)
      throw new TypeError(`${id} is no dictionary id`)
    texts.push(String(id))
  }
  return texts.join(', ')
}

export function numberOf(cell: Cell | undefined): number {
  return Number(cell ?? 0)
}

export function bigintOf(cell: Cell | undefined): bigint {
  return BigInt(cell ?? 0)
}
