import { describe, expect, test } from 'vitest'
import { createHostPace } from './host-pace.js'

describe('createHostPace', () => {
  test('default: thirty a minute, hosts apart', async () => {
    const waits: number[] = []
    const clock = { now: 0 }
    const pace = createHostPace({
      clock: () => clock.now,
      sleep: async (ms) => void waits.push(ms),
    })
    for (let i = 0; i < 30; i++) await pace('a')
    await pace('b')
    expect(waits).toEqual([])
    await pace('a')
    expect(waits).toEqual([60_000])
    clock.now = 60_000
    await pace('b')
    expect(waits).toEqual([60_000])
  })

  test('behavior: ever new hosts neither slow it down nor lift the pace', async () => {
    const waits: number[] = []
    const clock = { now: 0 }
    const pace = createHostPace({
      clock: () => clock.now,
      sleep: async (ms) => void waits.push(ms),
    })
    for (let i = 0; i < 11_000; i++) await pace(`old-${i}`)
    clock.now = 60_000
    for (let i = 0; i < 30; i++) await pace('a')
    for (let i = 0; i < 100; i++) await pace(`new-${i}`)
    await pace('a')
    expect(waits).toEqual([60_000])
  })
})
