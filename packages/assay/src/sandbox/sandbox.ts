import type { Sandbox } from './marketplace.js'
import { ALL_SELLERS } from './sellers/all.js'

export type SandboxOptions = {
  /** An address of this machine; `127.0.0.1` unless given. */
  readonly host?: string | undefined
  /**
   * The catalog's port, the sellers stand on the ones that follow. 0 (default)
   * takes free ports.
   */
  readonly port?: number | undefined
  /** Milliseconds since the epoch. */
  readonly clock?: (() => number) | undefined
}

/**
 * Starts every seller on its own port, and the catalog that lists them. Touches
 * no network but the loopback; rejects when a port cannot be had.
 */
export async function startSandbox(
  options: SandboxOptions = {},
): Promise<Sandbox> {
  const { host = '127.0.0.1', port = 0, clock = Date.now } = options
  // The server SDK is heavy: only those who start a sandbox load it.
  const { openMarket } = await import('./market.js')
  return openMarket({ host, port, clock, sellers: ALL_SELLERS })
}
