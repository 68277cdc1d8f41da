import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, type Store } from '../packages/assay/dist/store/index.js'
import type { BenchOptions, Row } from './row.js'
import { backupRow } from './store-backup.js'
import { swapRow } from './store-lists.js'
import { costOf, listCatalog, longestHold, lookAtAll } from './store-world.js'

const SLOT_MS = 21_600_000

/** How the store's cost grows with what is in it: SQLite on a local disk. */
export async function storeBench(
  options: BenchOptions,
): Promise<Omit<Row, 'repeat'>[]> {
  const long = options.rounds > 1
  const rows: Omit<Row, 'repeat'>[] = []
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'))
  try {
    for (const size of long ? [10_000, 30_000, 100_000] : [3_000])
      rows.push(...(await catalogRows(join(folder, `${size}.db`), size)))
    for (const size of long ? [5_000, 50_000, 200_000] : [2_000])
      rows.push(await swapRow(join(folder, `list${size}.db`), size))
    rows.push(await backupRow(join(folder, 'backup.db'), long ? 20_000 : 1_000))
    return rows
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function catalogRows(
  file: string,
  endpoints: number,
): Promise<Omit<Row, 'repeat'>[]> {
  const store = await openStore(file)
  const of = `${endpoints} endpoints`
  try {
    return [
      await listedRow(store, endpoints, `${of} listed`),
      await listedRow(store, endpoints, `${of} listed again`),
      await looksRow(store, endpoints, file),
      await row(`coverage of a slot, ${of}`, async () => {
        const slot = Math.floor((await store.now()) / SLOT_MS)
        await store.coverage(slot)
      }),
      await row(`what was seen since, ${of}`, () =>
        store.observedSince(0, 10_000_000),
      ),
      await leasesRow(store, `leases of hosts, ${of}`),
    ]
  } finally {
    await store.close()
  }
}

async function listedRow(store: Store, endpoints: number, what: string) {
  const { cpuMilliseconds, bytes, milliseconds } = await costOf(() =>
    listCatalog(store, endpoints),
  )
  return {
    what,
    target: '–',
    measured: `${(cpuMilliseconds / endpoints).toFixed(2)} ms of processor time and ${(bytes / endpoints / 1_000).toFixed(1)} KB written an entry, ${(milliseconds / 1_000).toFixed(1)} s`,
    ratio: null,
    baseline: '–',
  }
}

async function looksRow(store: Store, endpoints: number, file: string) {
  const { cpuMilliseconds } = await costOf(() => lookAtAll(store, endpoints))
  const { size } = await stat(file)
  return {
    what: `a look at each of ${endpoints} endpoints, without its record`,
    target: '–',
    measured: `${(cpuMilliseconds / endpoints).toFixed(2)} ms of processor time a look; store of ${(size / 1e6).toFixed(1)} MB`,
    ratio: null,
    baseline: '–',
  }
}

async function row(what: string, run: () => Promise<unknown>) {
  await run()
  // The least of three: other work on the machine only makes it longer.
  const costs: (Awaited<ReturnType<typeof costOf>> & { held: number })[] = []
  for (let i = 0; i < 3; i++) {
    let held = 0
    const cost = await costOf(async () => {
      held = await longestHold(run)
    })
    costs.push({ ...cost, held })
  }
  const least = (pick: (cost: (typeof costs)[number]) => number) =>
    Math.min(...costs.map(pick)).toFixed(0)
  return {
    what,
    target: 'event loop held < 20 ms',
    measured: `${least((one) => one.milliseconds)} ms, event loop held ${least((one) => one.held)} ms`,
    ratio: null,
    baseline: '–',
  }
}

async function leasesRow(store: Store, what: string) {
  let leased = 0
  const { cpuMilliseconds } = await costOf(async () => {
    for (let i = 0; i < 100; i++) {
      const leases = await store.leaseHosts({
        ...{ worker: 'bench', limit: 64, gapMs: 0, leaseMs: 0 },
        slotMs: 1,
      })
      leased += leases.length
    }
  })
  return {
    what,
    target: '–',
    measured: `${Math.round((leased / cpuMilliseconds) * 1_000)} a second of processor time, 64 a statement`,
    ratio: null,
    baseline: '–',
  }
}
