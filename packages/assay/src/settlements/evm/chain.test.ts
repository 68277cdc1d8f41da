import { describe, expect, test } from 'vitest'
import { chainBy } from './chain.js'
import { TOPICS, topicOf } from './decode.js'

const TOKEN = `0x${'7A'.repeat(20)}`
const SELLER = `0x${'a1'.repeat(20)}`
const BUYER = `0x${'b1'.repeat(20)}`
const HASH = `0x${'01'.repeat(32)}`
const LOG = {
  address: TOKEN.toLowerCase(),
  topics: [TOPICS.transfer, topicOf(BUYER), topicOf(SELLER)],
  data: HASH,
  blockNumber: '0x5',
  blockHash: HASH,
  transactionHash: HASH,
  logIndex: '0x0',
}

const transfers = (...logs: unknown[]) =>
  chainBy(async () => logs, TOKEN).transfers('to', [SELLER], { from: 1, to: 9 })
const header = (answer: unknown) => chainBy(async () => answer, TOKEN).header(5)

describe('chainBy', () => {
  test('default: reads what was asked for, but for what was removed', async () => {
    const removed = { ...LOG, removed: true }
    expect(await transfers(LOG, removed)).toMatchObject([
      { from: BUYER, to: SELLER, block: 5 },
    ])
  })

  test.each([
    ['of another contract', { address: BUYER }],
    ['of no contract', { address: undefined }],
    [
      'to another wallet',
      { topics: [...LOG.topics.slice(0, 2), topicOf(BUYER)] },
    ],
    ['of another block', { blockNumber: '0xa' }],
    ['of another event', { topics: [TOPICS.used, ...LOG.topics.slice(1)] }],
    ['with a place beyond all places', { logIndex: '0x80000000' }],
    ['with half a hash', { transactionHash: '0x01' }],
    ['with a short amount', { data: '0x01' }],
  ])('behavior: a log %s is refused', async (_, fields) => {
    await expect(transfers({ ...LOG, ...fields })).rejects.toMatchObject({
      name: 'RpcFailed',
    })
  })

  test.each([
    ['another block', { number: '0x6', hash: HASH, timestamp: '0x1' }],
    [
      'a time of no calendar',
      { number: '0x5', hash: HASH, timestamp: '0x3afff44180' },
    ],
    ['no hash', { number: '0x5', timestamp: '0x1' }],
  ])('behavior: %s is no header', async (_, answer) => {
    await expect(header(answer)).rejects.toMatchObject({ name: 'RpcFailed' })
  })
})
