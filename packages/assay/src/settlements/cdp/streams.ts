import { z } from 'zod'
import type { SettlementEngine } from '../engine.js'

/** A set of wallets that is read together: everything in [from, until). */
export type CdpStream = {
  readonly name: string
  readonly wallets: readonly string[]
  /** Epoch milliseconds, whole seconds. */
  readonly from: number
  readonly until: number
}

const stored = z.object({
  wallets: z.array(z.string()),
  from: z.int(),
  until: z.int(),
})

/**
 * The streams that there are, and new ones, of at most `most` wallets, for
 * wallets that are in none. A new one begins at `at`, with nothing read.
 */
export async function cdpStreams(
  engine: Pick<SettlementEngine, 'cursor' | 'append'>,
  { network }: { readonly network: string },
  wallets: readonly string[],
  most: number,
  at: number,
): Promise<CdpStream[]> {
  const streams: CdpStream[] = []
  for (;;) {
    const name = `cdp ${network} ${streams.length}`
    const value = await engine.cursor(name)
    if (value === undefined) break
    streams.push({ name, ...stored.parse(JSON.parse(value)) })
  }
  const known = new Set(streams.flatMap((stream) => stream.wallets))
  const wanted = new Set(wallets.map((wallet) => wallet.toLowerCase()))
  const fresh = [...wanted].filter((wallet) => !known.has(wallet))
  for (let i = 0; i < fresh.length; i += most) {
    const stream = {
      name: `cdp ${network} ${streams.length}`,
      wallets: fresh.slice(i, i + most),
      from: at,
      until: at,
    }
    await engine.append({ network, transfers: [], cursor: cursorOf(stream) })
    streams.push(stream)
  }
  return streams
}

export function cursorOf({ name, ...state }: CdpStream) {
  return { name, value: JSON.stringify(state) }
}
