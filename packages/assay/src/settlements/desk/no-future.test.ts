import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DuckDbEngine, openDuckDb } from '../duckdb/engine.js'
import { noFuture } from './no-future.js'

const NETWORK = 'eip155:8453'
const SELLER = `0x${'a1'.repeat(20)}`
const NOW = 1_000_000

let engine: DuckDbEngine
beforeEach(async () => {
  engine = await openDuckDb({ file: ':memory:', threads: 1 })
})
afterEach(() => engine.close())

const covered = async (from: number, to: number) => {
  const coverage = { wallets: 'all', from, to } as const
  const batch = { network: NETWORK, transfers: [], coverage }
  await noFuture(engine, () => NOW).append(batch)
  return engine.coverage(NETWORK, SELLER)
}

describe('noFuture', () => {
  test('default: what is over is covered', async () => {
    expect(await covered(1, NOW)).toEqual({ from: 1, to: NOW })
  })

  test('behavior: covers up to now at most', async () => {
    expect(await covered(1, NOW + 1)).toEqual({ from: 1, to: NOW })
  })

  test('behavior: what begins later covers nothing', async () => {
    expect(await covered(NOW + 1, NOW + 2)).toBe(undefined)
  })
})
