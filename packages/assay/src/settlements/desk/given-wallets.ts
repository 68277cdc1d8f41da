import { addressKey } from '@assay402/core'
import { z } from 'zod'
import type { SettlementEngine } from '../engine.js'

// Wallets that a person named once are read on, though no catalog names them.

const stored = z.array(z.string())

/** Wallets of a network that were given by name before. */
export async function givenBefore(
  engine: Pick<SettlementEngine, 'cursor'>,
  network: string,
): Promise<string[]> {
  const value = await engine.cursor(nameOf(network))
  return value === undefined ? [] : stored.parse(JSON.parse(value))
}

/** Remembers wallets that were given by name. */
export async function keepGiven(
  engine: Pick<SettlementEngine, 'cursor' | 'append'>,
  network: string,
  wallets: readonly string[],
): Promise<void> {
  if (wallets.length === 0) return
  const before = await givenBefore(engine, network)
  const all = [...new Set([...before, ...wallets.map(addressKey)])]
  if (all.length === before.length) return
  const cursor = { name: nameOf(network), value: JSON.stringify(all) }
  await engine.append({ network, transfers: [], cursor })
}

function nameOf(network: string): string {
  return `given ${network}`
}
