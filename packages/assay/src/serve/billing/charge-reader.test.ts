import { describe, expect, test } from 'vitest'
import { countingService } from '../quota/testing/callers.js'
import { createChargeReader } from './charge-reader.js'
import { chargeReaderFromEnv } from './charge-reader-env.js'

const QUESTION = {
  network: 'eip155:8453',
  asset: `0x${'cc'.repeat(20)}`,
  payer: `0x${'aa'.repeat(20)}`,
  nonce: `0x${'01'.repeat(32)}`,
  age: 10_000,
}
const NO = `0x${'0'.repeat(64)}`

describe('createChargeReader', () => {
  test('default: asks the node of its network', async () => {
    const read = createChargeReader('eip155:8453', async (method) =>
      method === 'eth_blockNumber' ? '0x10' : NO,
    )
    expect(await read(QUESTION)).toEqual({ status: 'unused', as_of_block: 16 })
    expect(await read({ ...QUESTION, network: 'eip155:1' })).toBeUndefined()
  })

  test('behavior: looks back as far as the payment is old', async () => {
    const asked: unknown[] = []
    const read = createChargeReader('eip155:8453', async (method, [filter]) => {
      if (method === 'eth_blockNumber') return '0x2710'
      if (method === 'eth_call') return `0x${'0'.repeat(63)}1`
      asked.push((filter as { fromBlock: string }).fromBlock)
      return []
    })
    expect(await read(QUESTION)).toEqual({ status: 'used' })
    // 70 s of at most five blocks each.
    expect(asked).toEqual([`0x${(10_000 - 350).toString(16)}`])
  })

  test('behavior: a node that fails says nothing', async () => {
    const read = createChargeReader('eip155:8453', async () => {
      throw new Error('down')
    })
    expect(await read(QUESTION)).toBeUndefined()
  })
})

describe('chargeReaderFromEnv', () => {
  test.each([
    ['', 'eip155:8453', false],
    ['https://a.example', 'eip155:8453', true],
    ['base=https://a.example', 'eip155:8453', true],
    ['eip155:8453=https://a.example', 'eip155:8453', true],
    ['https://a.example', 'eip155:1', false],
    ['solana=https://a.example,eip155:1=https://b.example', 'eip155:1', true],
    ['solana=https://a.example', 'eip155:8453', false],
  ])('default: "%s" for %s: %s', async (url, network, is) => {
    const service = await countingService({ network })
    const read = chargeReaderFromEnv(service, { ASSAY_RPC_URL: url })
    expect(read !== undefined).toBe(is)
  })
})
