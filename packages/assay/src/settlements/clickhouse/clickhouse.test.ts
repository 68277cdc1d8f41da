import { describe, test } from 'vitest'
import { createSafeFetch } from '../../collect/index.js'
import { describeSettlements } from '../testing/settlement-contract.js'
import { type ClickHouseCall, clickHouseOver } from './call.js'
import { openClickHouse } from './engine.js'

// One or two servers, by their HTTP URLs, separated by commas. Each test works
// in databases of its own.
const urls = (process.env['ASSAY_CLICKHOUSE'] ?? '').split(',').filter(Boolean)

if (urls.length === 0)
  describe('settlements on ClickHouse', () => {
    test.skip('no server: name one or two in ASSAY_CLICKHOUSE', () => {})
  })
else {
  let made = 0
  const open = async (servers: number) => {
    const fetch = createSafeFetch({
      userAgent: 'assay-test',
      clock: () => performance.now(),
      allowHosts: urls.map((url) => new URL(url).host),
    })
    const databases: { server: ClickHouseCall; name: string }[] = []
    const calls: ClickHouseCall[] = []
    for (let i = 0; i < servers; i++) {
      const url = urls[i % urls.length] as string
      const name = `assay_test_${process.pid}_${made++}`
      const server = clickHouseOver(fetch, url)
      await server.query(`CREATE DATABASE ${name}`)
      databases.push({ server, name })
      const own = new URL(url)
      own.searchParams.set('database', name)
      calls.push(clickHouseOver(fetch, own.href))
    }
    const engine = await openClickHouse(calls)
    return {
      engine,
      dispose: async () => {
        await engine.close()
        for (const { server, name } of databases)
          await server.query(`DROP DATABASE ${name}`)
      },
    }
  }
  describeSettlements('ClickHouse', () => open(1))
  describeSettlements('ClickHouse in two shards', () => open(2))
}
