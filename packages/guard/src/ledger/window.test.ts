import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createWindow, type Expense } from './window.js'

const spend = (at: number, amount = 1n): Expense => ({
  at,
  amount,
  host: 'h',
  wallet: 'w',
})

describe('createWindow', () => {
  test('default: what is as old as the window still counts', () => {
    const window = createWindow(100, ({ host }) => ['', host])
    window.add(spend(0))
    expect([99, 100, 101].map((now) => window.sum('', now))).toEqual([
      1n,
      1n,
      0n,
    ])
    expect([window.sum('h', 100), window.sum('x', 100)]).toEqual([1n, 0n])
  })

  test('property: equals a sum over everything, in any order of times', () => {
    const step = fc.oneof(
      fc.record({ add: fc.integer({ min: 0, max: 300 }) }),
      fc.record({ ask: fc.integer({ min: 0, max: 300 }) }),
    )
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const window = createWindow(100, () => [''])
        const all: number[] = []
        for (const each of steps)
          if ('add' in each) {
            all.push(each.add)
            window.add(spend(each.add))
          } else
            expect(window.sum('', each.ask)).toBe(
              BigInt(all.filter((at) => at >= each.ask - 100).length),
            )
        expect(window.expenses()).toHaveLength(all.length)
      }),
    )
  })

  test('behavior: what is long gone is dropped', () => {
    const window = createWindow(10, () => [''])
    for (let i = 0; i < 10_000; i++) window.add(spend(i))
    expect(window.sum('', 9_999)).toBe(11n)
    expect(window.expenses().length).toBeLessThan(5_000)
  })
})
