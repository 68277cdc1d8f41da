import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readFigures } from '../../known/settled-figures.js'
import { openStore } from '../../store/open-store.js'
import { listingOf, offerOf } from '../../store/testing/samples.js'
import { openDuckDb } from '../duckdb/engine.js'
import { serveRpc } from '../evm/testing/serve-rpc.js'
import { NO_OWN_WALLETS } from '../figures/own-wallets.js'
import { settlementsOwner } from '../owner-lock.js'
import {
  createFakeSolana,
  START,
  walletOf,
} from '../solana/testing/fake-solana.js'
import { queueJob } from './jobs.js'
import { BASE, SOLANA } from './readers.js'
import { settlementRounds } from './rounds.js'

const SELLER = walletOf(1)

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-rounds-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function setup(name: string, rpc: (url: string) => string[]) {
  const store = await openStore(':memory:')
  const fake = createFakeSolana()
  fake.pay({
    slot: 5,
    feePayer: walletOf(3),
    transfers: [[walletOf(2), SELLER, 10_000]],
  })
  const server = await serveRpc(fake.rpc)
  const file = join(folder, `${name}.duckdb`)
  const reports: object[] = []
  let now = START + 1_000_000
  const rounds = settlementRounds({
    file,
    store,
    providers: { rpc: rpc(server.url), cdp: null, perSecond: 1_000 },
    own: NO_OWN_WALLETS,
    userAgentVersion: '0',
    allowHosts: [new URL(server.url).host, '127.0.0.1:1'],
    now: () => now,
    clock: () => now,
    sleep: async () => {},
    onSynced: (report) => reports.push(report),
  })
  return {
    ...{ store, fake, file, rounds, reports },
    pass: (ms: number) => {
      now += ms
    },
    close: async () => {
      await rounds.close()
      await server.close()
      await store.close()
    },
  }
}

describe('settlementRounds', () => {
  test('default: reads what catalogs name, now and then, and gives back', async () => {
    const all = await setup('default', (url) => [`solana=${url}`])
    const { store, rounds, reports, file } = all
    const pass = await store.beginPass('bazaar', 1)
    const offers = [{ ...offerOf('1', SELLER), network: SOLANA }]
    await store.recordListings(
      pass,
      [listingOf('https://a.example/', { offers })],
      1,
    )
    const stop = new AbortController()
    await rounds.run(stop.signal)
    expect(reports).toMatchObject([{ network: SOLANA, added: 1, copied: 1 }])
    const figures = await readFigures(store, SOLANA, SELLER, START + 1_000_000)
    expect(figures).toMatchObject({
      status: 'unavailable',
      code: 'not_covered',
    })
    await rounds.run(stop.signal)
    expect(reports).toHaveLength(1)
    all.pass(6 * 3_600_000)
    await rounds.run(stop.signal)
    expect(reports).toHaveLength(2)
    expect(settlementsOwner(file)).toBe(process.pid)
    stop.abort()
    await rounds.close()
    expect(settlementsOwner(file)).toBe(undefined)
    await all.close()
  })

  test('behavior: runs what others queued, though nobody can be asked', async () => {
    const all = await setup('jobs', () => [])
    const { store, rounds, file } = all
    const { signal } = new AbortController()
    await rounds.run(signal)
    expect(settlementsOwner(file)).toBe(undefined)
    const folderOut = join(folder, 'out')
    const job = { kind: 'export', arguments: { folder: folderOut } } as const
    await queueJob(store, { ...job, id: 'j1', at: START })
    await rounds.run(signal)
    expect(await store.settlementJobs(1)).toMatchObject([
      { id: 'j1', state: 'done', detail: '{"files":[]}' },
    ])
    await all.close()
  })

  test('behavior: leaves the rows to another owner, tells of a network that fails', async () => {
    const all = await setup('failing', (url) => [
      `solana=${url}`,
      'http://127.0.0.1:1/',
    ])
    const { rounds, file, reports, store } = all
    const { signal } = new AbortController()
    const engine = await openDuckDb({ file, threads: 1 })
    await rounds.run(signal)
    expect(reports).toEqual([])
    await engine.close()
    // No catalog was read: that is no failure, and is looked at again.
    await rounds.run(signal)
    const job = {
      kind: 'sync' as const,
      arguments: {
        networks: [BASE],
        wallets: [`0x${'a1'.repeat(20)}`],
        days: 31,
      },
    }
    await queueJob(store, { ...job, id: 'j2', at: START })
    // A wallet that was named once is read on, so now there is one to fail for.
    await expect(rounds.run(signal)).rejects.toThrow('eth_blockNumber')
    expect(await store.settlementJobs(1)).toMatchObject([
      { id: 'j2', state: 'failed' },
    ])
    await all.close()
  })
})
