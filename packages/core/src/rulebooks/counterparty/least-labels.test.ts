import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Label,
  type LeastLabels,
  upTo,
  withLabel,
} from './least-labels.js'

const label = (amount: number, via: string): Label => ({
  amount: BigInt(amount),
  via,
})
const labels = fc.array(
  fc.record({
    amount: fc.integer({ min: 1, max: 6 }).map(BigInt),
    via: fc.constantFrom('a', 'b', 'c'),
  }),
)
const NONE: LeastLabels = []

describe('withLabel', () => {
  test('default', () => {
    const added = [label(5, 'a'), label(3, 'a'), label(4, 'b'), label(2, 'c')]
    expect(added.reduce(withLabel, NONE)).toEqual([
      label(2, 'c'),
      label(3, 'a'),
    ])
  })

  test('behavior: decides like all labels together', () => {
    fc.assert(
      fc.property(labels, fc.constantFrom('a', 'b', 'x'), (all, buyer) => {
        const kept = all.reduce<LeastLabels>(withLabel, NONE)
        for (let most = 0n; most < 7n; most++) {
          const passes = ({ amount, via }: Label) =>
            amount <= most && via !== buyer
          expect(kept.some(passes)).toBe(all.some(passes))
        }
      }),
    )
  })

  test('behavior: the same list when nothing is added', () => {
    const kept = [label(1, 'a'), label(2, 'b')].reduce(withLabel, NONE)
    expect(withLabel(kept, label(2, 'c'))).toBe(kept)
    expect(withLabel(kept, label(1, 'a'))).toBe(kept)
  })
})

describe('upTo', () => {
  test('default', () => {
    const kept = [label(1, 'a'), label(3, 'b')].reduce(withLabel, NONE)
    expect([0n, 1n, 2n, 3n].map((most) => upTo(kept, most).length)).toEqual([
      0, 1, 1, 2,
    ])
    expect(upTo(NONE, 9n)).toEqual([])
  })
})
