import { describe, expect, test } from 'vitest'
import { ofChain } from './of-chain.js'
import { withFailOver } from './rpc.js'

const providerOf = (chain: string, answer: string) => {
  const asked: string[] = []
  const call = async (method: string) => {
    asked.push(method)
    return method === 'eth_chainId' ? chain : answer
  }
  return { asked, call: ofChain(call, 'eip155:8453') }
}

describe('ofChain', () => {
  test('default: asks once, then as ever', async () => {
    const { call, asked } = providerOf('0x2105', '0x1')
    expect(await call('eth_blockNumber', [])).toBe('0x1')
    expect(await call('eth_blockNumber', [])).toBe('0x1')
    expect(asked).toEqual(['eth_chainId', 'eth_blockNumber', 'eth_blockNumber'])
  })

  test('behavior: another chain is not believed, the next provider is asked', async () => {
    const foreign = providerOf('0x1', '0xbad')
    await expect(foreign.call('eth_blockNumber', [])).rejects.toThrow(
      'the provider is of chain 1, not 8453',
    )
    const own = providerOf('0x2105', '0x1')
    const both = withFailOver([foreign.call, own.call])
    expect(await both('eth_blockNumber', [])).toBe('0x1')
    expect(foreign.asked).toEqual(['eth_chainId', 'eth_chainId'])
  })

  test.each(['0x2105x', '', null])('behavior: %s is no chain', async (id) => {
    const { call } = providerOf(id as string, '0x1')
    await expect(call('eth_blockNumber', [])).rejects.toThrow('no hex quantity')
  })
})
