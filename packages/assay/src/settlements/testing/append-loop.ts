import { openDuckDb } from '../duckdb/engine.js'
import { NETWORK, NOW_MS, walletOf } from './ledger.js'

// Appends ten transfers and a count at a time, until it is killed; says each
// count once it is stored. Goes on from the count in the file.
const file = process.argv[2] as string
const engine = await openDuckDb({ file, threads: 1 })
for (let count = Number((await engine.cursor('loop')) ?? 0) + 1; ; count++) {
  await engine.append({
    network: NETWORK,
    transfers: Array.from({ length: 10 }, (_, i) => ({
      network: NETWORK,
      at: NOW_MS - 1_000 * count,
      block: count,
      tx: `0x${count.toString(16).padStart(64, '0')}`,
      log_index: i,
      from: walletOf('buyer', i),
      to: walletOf('seller', 0),
      amount: 1n,
      facilitator: null,
      class: 'strong' as const,
    })),
    cursor: { name: 'loop', value: String(count) },
  })
  process.stdout.write(`${count}\n`)
}
