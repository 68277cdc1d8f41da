import { describe, expect, test } from 'vitest'
import type { Authorization } from '../ledger/event.js'
import { PAY_TO, USDC } from '../testing/seller.js'
import { rpcReader } from './rpc-reader.js'

const EIP3009: Authorization = {
  kind: 'eip3009',
  network: 'eip155:8453',
  asset: USDC,
  payer: PAY_TO,
  nonce: `0x${'00'.repeat(31)}ff`,
  valid_before: 1_000,
}
// Word 1, bit 2.
const PERMIT2: Authorization = { ...EIP3009, kind: 'permit2', nonce: '258' }

function chain(word: unknown, timestamp: unknown) {
  const asked: { method: string; params: unknown[] }[] = []
  const fetch: typeof globalThis.fetch = async (_, init) => {
    const body = JSON.parse(String(init?.body))
    asked.push(body)
    const result =
      body.method === 'eth_call' ? word : { number: '0x10', timestamp }
    return Response.json({ jsonrpc: '2.0', id: 1, result })
  }
  return {
    asked,
    read: rpcReader({ urls: { 'eip155:8453': 'https://rpc.example' }, fetch }),
  }
}

const hex = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`

describe('rpcReader', () => {
  test.each([
    ['used', EIP3009, hex(1n), '0x0', 'used'],
    ['unused, and over', EIP3009, hex(0n), '0x3e9', 'unused'],
    ['unused, but not over', EIP3009, hex(0n), '0x3e8', 'unknown'],
    ['permit2 used', PERMIT2, hex(4n), '0x0', 'used'],
    ['permit2 unused', PERMIT2, hex(3n), '0x3e9', 'unused'],
    ['no word', EIP3009, '0x', '0x3e9', 'unknown'],
    ['permit2 no word', PERMIT2, null, '0x3e9', 'unknown'],
    ['no time', EIP3009, hex(0n), 1_001, 'unknown'],
    [
      'a payer that is no number',
      { ...EIP3009, payer: 'x' },
      hex(1n),
      '0x0',
      'unknown',
    ],
    ['Solana', { ...EIP3009, kind: 'solana' }, hex(1n), '0x0', 'unknown'],
    [
      'another network',
      { ...EIP3009, network: 'eip155:1' },
      hex(1n),
      '0x0',
      'unknown',
    ],
    [
      'a name of every object',
      { ...EIP3009, network: 'constructor' },
      hex(1n),
      '0x0',
      'unknown',
    ],
  ] as const)('%s', async (_, authorization, word, timestamp, state) => {
    expect(await chain(word, timestamp).read(authorization)).toBe(state)
  })

  test('behavior: asks at the very block whose time it takes', async () => {
    const { asked, read } = chain(hex(0n), '0x3e9')
    await read(EIP3009)
    await read(PERMIT2)
    expect(asked.map(({ method, params }) => [method, params])).toEqual([
      ['eth_getBlockByNumber', ['latest', false]],
      [
        'eth_call',
        [
          {
            to: USDC,
            data: `0xe94a0102${PAY_TO.slice(2).toLowerCase().padStart(64, '0')}${'00'.repeat(31)}ff`,
          },
          '0x10',
        ],
      ],
      ['eth_getBlockByNumber', ['latest', false]],
      [
        'eth_call',
        [
          {
            to: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
            data: `0x4fe02b44${PAY_TO.slice(2).toLowerCase().padStart(64, '0')}${'1'.padStart(64, '0')}`,
          },
          '0x10',
        ],
      ],
    ])
  })

  test('behavior: whatever goes wrong is unknown', async () => {
    const fetch = () => Promise.reject(new Error('down'))
    const urls = { 'eip155:8453': 'https://rpc.example' }
    expect(await rpcReader({ urls, fetch })(EIP3009)).toBe('unknown')
    const nothing = async () => Response.json({ result: null })
    expect(await rpcReader({ urls, fetch: nothing })(EIP3009)).toBe('unknown')
  })
})
