import { openDuckDb } from '../duckdb/engine.js'
import { NETWORK, NOW_MS, walletOf } from './ledger.js'

// Appends ten transfers and a count at a time, until it is killed; says each
// count once it is stored. Goes on from the count in the file. In between it
// adds days up and, now and then, lays the file out anew.
const file = process.argv[2] as string
const engine = await openDuckDb({ file, threads: 1 })
for (let count = Number((await engine.cursor('loop')) ?? 0) + 1; ; count++) {
  await engine.append({
    network: NETWORK,
    transfers: Array.from({ length: 10 }, (_, i) => ({
      network: NETWORK,
      // Half a day on with every batch; every third one reaches back.
      at: NOW_MS + 43_200_000 * (count % 3 === 0 ? count - 12 : count) + i,
      block: count,
      tx: `0x${count.toString(16).padStart(64, '0')}`,
      log_index: i,
      from: walletOf('buyer', (count * i) % 23),
      to: walletOf('seller', 0),
      amount: 1n,
      facilitator: null,
      class: 'strong' as const,
    })),
    cursor: { name: 'loop', value: String(count) },
  })
  process.stdout.write(`${count}\n`)
  if (count % 2 === 0) await engine.refresh()
  if (count % 7 === 0) await engine.compact()
}
