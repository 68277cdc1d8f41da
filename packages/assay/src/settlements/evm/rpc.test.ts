import { describe, expect, test } from 'vitest'
import { paced, RpcFailed, until, withFailOver } from './rpc.js'

describe('withFailOver', () => {
  test('behavior: who asks to be left alone is, while another can be asked', async () => {
    let now = 0
    const asked: string[] = []
    const busy = async () => {
      asked.push('busy')
      throw new RpcFailed('status 429', { retryAfterMs: 5_000 })
    }
    let isDown = false
    const other = async () => {
      asked.push('other')
      if (isDown) throw new RpcFailed('down')
      return 1
    }
    const call = withFailOver([busy, other], () => now)
    await call('x', [])
    isDown = true
    await expect(call('x', [])).rejects.toMatchObject({
      message: 'x: down',
      retryAfterMs: undefined,
    })
    now = 5_000
    await expect(call('x', [])).rejects.toThrow('down; status 429')
    expect(asked).toEqual(['busy', 'other', 'other', 'other', 'busy'])
  })

  test('behavior: when all ask for patience, the shortest is told', async () => {
    const busy = (retryAfterMs: number) => async () => {
      throw new RpcFailed('status 429', { retryAfterMs })
    }
    const call = withFailOver([busy(9_000), busy(4_000)], () => 0)
    await expect(call('x', [])).rejects.toMatchObject({ retryAfterMs: 4_000 })
    // Nobody is left who may be asked: then all are.
    await expect(call('x', [])).rejects.toThrow('429; status 429')
  })
})

describe('paced', () => {
  test('default: calls wait for their turn', async () => {
    let now = 1_000
    const slept: number[] = []
    const call = paced(async () => 1, {
      perSecond: 10,
      clock: () => now,
      sleep: async (ms) => {
        slept.push(ms)
      },
    })
    await Promise.all([call('a', []), call('b', []), call('c', [])])
    expect(slept).toEqual([100, 200])
    now = 5_000
    await call('d', [])
    expect(slept).toHaveLength(2)
  })
})

describe('until', () => {
  test('default: asks until it is stopped', async () => {
    const stop = new AbortController()
    const call = until(async (method) => method, stop.signal)
    expect(await call('a', [])).toBe('a')
    stop.abort(new Error('enough'))
    await expect(call('b', [])).rejects.toThrow('enough')
  })
})
