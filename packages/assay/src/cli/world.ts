import type { NameResolver } from '../collect/index.js'
import type { Terminal } from './terminal.js'

/** Everything of the outside that a command may use; tests pass their own. */
export type World = {
  readonly terminal: Terminal
  /** The wall clock, epoch milliseconds. */
  readonly now: () => number
  /** Monotonic milliseconds. */
  readonly clock: () => number
  readonly randomBytes: (count: number) => Uint8Array
  readonly sleep: (ms: number) => Promise<void>
  readonly resolver: NameResolver
}
