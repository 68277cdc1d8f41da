/** One figure of the benches, as it is printed and stored. */
export type Row = {
  readonly what: string
  readonly measured: string
  readonly target: string
  /** Measured ÷ baseline; null where the page names no baseline. */
  readonly ratio: number | null
  readonly baseline: string
  readonly repeat: string
}

export type BenchOptions = {
  readonly milliseconds: number
  readonly rounds: number
}
