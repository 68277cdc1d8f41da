import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OTHER_WALLET, openShop, WALLET } from '../../inspect/testing/shop.js'
import { openStore } from '../../store/open-store.js'
import { listingOf, offerOf } from '../../store/testing/samples.js'
import { runProgram } from '../program.js'
import { fakeWorld } from '../testing/fake-world.js'
import { scoreCommand } from './score.js'

const NOON = Date.parse('2026-11-30T12:00:00Z')

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-check-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function assay(
  args: string[],
  { hours = 0, env = {} as Record<string, string> } = {},
) {
  const world = {
    ...fakeWorld('', { env }),
    now: () => NOON + hours * 3_600_000,
  }
  const exitCode = await runProgram(args, world)
  return { exitCode, out: world.out(), err: world.err() }
}

describe('assay check with a store', () => {
  test('default: a later check knows the earlier one, offline too', async () => {
    const shop = await openShop()
    const file = join(folder, 'history.db')
    const args = ['check', shop.url, '--allow-host', shop.host, '--db', file]
    expect(await assay(args)).toMatchObject({ exitCode: 0, err: '' })
    shop.sell({ amount: '10000', payTo: OTHER_WALLET })
    const changed = await assay(args, { hours: 1 })
    expect(changed.exitCode).toBe(2)
    expect(changed.out).toContain('pay_to_changed')
    const offline = await assay([...args, '--offline', '--json'], { hours: 2 })
    expect(offline.exitCode).toBe(2)
    expect(JSON.parse(offline.out)).toMatchObject({
      as_of: '2026-11-30T14:00:00Z',
      rulebooks: { terms: { pay_to: OTHER_WALLET, history: { drift: true } } },
    })
    expect(offline.err).toBe(
      `assay: note: judged by a look of 2026-11-30T13:00:00.000Z: ${shop.url}\n`,
    )
    expect(shop.requests()).toBe(2)
  })

  test('behavior: offline without anything stored holds', async () => {
    const { exitCode, err } = await assay([
      'check',
      'https://a.example/x',
      '--offline',
    ])
    expect(exitCode).toBe(2)
    expect(err).toContain('no look at https://a.example/x is stored')
  })

  test('behavior: --no-store keeps nothing', async () => {
    const shop = await openShop()
    const file = join(folder, 'none.db')
    const args = ['check', shop.url, '--allow-host', shop.host]
    expect((await assay([...args, '--db', file, '--no-store'])).exitCode).toBe(
      0,
    )
    const offline = await assay([...args, '--db', file, '--offline'])
    expect(offline.exitCode).toBe(2)
    const both = await assay([...args, '--no-store', '--offline'])
    expect(both).toMatchObject({ exitCode: 64 })
  })

  test('behavior: a home that cannot be written is noted, and it goes on', async () => {
    const shop = await openShop()
    const args = ['check', shop.url, '--allow-host', shop.host]
    const occupied = join(folder, 'a-file')
    await writeFile(occupied, '')
    const env = { ASSAY_DB: undefined as never, XDG_DATA_HOME: occupied }
    const checked = await assay(args, { env })
    expect(checked.exitCode).toBe(0)
    expect(checked.err).toContain('note: going on without a store')
    const offline = await assay([...args, '--offline'], { env })
    expect(offline.exitCode).toBe(69)
  })

  test('behavior: a store that was named and cannot be used is an error', async () => {
    const shop = await openShop()
    const args = ['check', shop.url, '--allow-host', shop.host]
    const file = join(folder, 'no-database')
    await writeFile(file, 'this is no database, however long it is made to be')
    const { exitCode, err } = await assay([...args, '--db', file])
    expect(exitCode).toBe(69)
    expect(err).toContain('the store cannot be used')
  })
})

describe('scoreCommand', () => {
  const score = async (subject: string, db: string, json = true) => {
    const world = { ...fakeWorld(), now: () => NOON + 3_600_000 }
    const exitCode = await scoreCommand(subject, { db, json }, world)
    return { exitCode, out: world.out() }
  }

  test('default: a URL that was checked', async () => {
    const shop = await openShop()
    const db = join(folder, 'score.db')
    await assay(['check', shop.url, '--allow-host', shop.host, '--db', db])
    const { exitCode, out } = await score(shop.url, db)
    expect(exitCode).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      subject: shop.url,
      as_of: '2026-11-30T13:00:00.000Z',
      network: 'eip155:8453',
      pay_to: WALLET,
      endpoints: 0,
      counterparty: {
        verdict: 'caution',
        confidence: 0.4,
        feeds: { settlement: false, probe: true },
      },
      merchant: { recommendation: 'INSUFFICIENT_SIGNAL' },
      reputation: [{ inputs: { pay_30d: 1 } }],
    })
    const text = await score(shop.url, db, false)
    expect(text.out).toContain('counterparty  caution')
    expect(text.out).toContain('insufficient_data')
  })

  test('default: a wallet that catalogs name', async () => {
    const db = join(folder, 'wallet.db')
    const store = await openStore(db)
    const pass = await store.beginPass('bazaar', NOON)
    await store.recordListings(
      pass,
      [
        listingOf('https://a.example/x', {
          offers: [offerOf('10', WALLET)],
          total_calls_30d: 60,
          unique_payers_30d: 50,
        }),
        listingOf('https://b.example/x', {
          offers: [offerOf('10', OTHER_WALLET)],
        }),
      ],
      NOON,
    )
    await store.close()
    const { out } = await score(WALLET, db)
    expect(JSON.parse(out)).toMatchObject({
      pay_to: WALLET,
      network: 'eip155:8453',
      endpoints: 1,
      counterparty: { subject_type: 'address', feeds: { probe: false } },
      merchant: {
        recommendation: 'PROCEED',
        signals: { unique_payers: 50, total_tx_count: 60 },
        platforms: [{ url: 'https://a.example' }],
      },
      reputation: [],
    })
    expect((await score(WALLET, db, false)).out).toContain('no history')
    const listed = await score('https://b.example/x', db)
    expect(JSON.parse(listed.out)).toMatchObject({
      pay_to: OTHER_WALLET,
      endpoints: 1,
    })
  })

  test.each<[string, number]>([
    ['nonsense', 64],
    ['https://nobody.example/x', 65],
    [`0x${'9'.repeat(40)}`, 65],
  ])('behavior: %s ends with %i', async (subject, exitCode) => {
    await expect(score(subject, ':memory:')).rejects.toMatchObject({ exitCode })
  })

  test('behavior: it needs a store', async () => {
    await expect(
      scoreCommand(WALLET, { store: false }, fakeWorld()),
    ).rejects.toMatchObject({ exitCode: 69 })
  })
})
