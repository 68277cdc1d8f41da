import fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, test } from 'vitest'
import { patternCost } from './pattern-cost.js'

describe('patternCost', () => {
  test.each([
    ['', 0],
    ['abc', 3],
    ['a{40}', 41],
    ['a{2,7}', 8],
    ['a{3,}', 4],
    ['a{,5}', 5],
    ['a{0}', 2],
    ['(ab){10}', 44],
    ['((ab){10}){10}', 506],
    ['(ab', 3],
    ['ab)', 3],
    ['\\)\\(', 4],
    ['\\Q((\\E', 6],
    ['\\Q((', 4],
    ['[a-f]', 7],
    ['[a-f]{40}', 87],
    ['[()]', 6],
    ['[])]', 6],
    ['[^])]', 7],
    ['[\\])]', 7],
    ['[[:alpha:])]', 14],
    ['[[:alpha)]', 12],
    ['[ab', 5],
    ['[ab\\', 6],
    ['\\pL', 21],
    ['\\p{Greek}{3}', 80],
    ['\\x{41}{3}', 24],
    ['(?i)[a]', 357],
    ['(?s)[a]', 9],
  ])('%s costs %d', (pattern, cost) => {
    expect(patternCost(pattern)).toBe(cost)
  })

  test('behavior: no group escapes its repetition through brackets', () => {
    const inner = 'b'.repeat(50)
    for (const odd of ['[(]', '[[:alpha:](]', '\\Q(\\E', '\\(', '[^](]'])
      expect(patternCost(`(${inner}${odd}a){100}`)).toBeGreaterThan(5_000)
  })

  test('behavior: bounds the program size of what compiles', () => {
    const atom = fc.constantFrom('a', '.', '[a-z]', '\\d', '[(]', '\\(', 'bc')
    const times = fc.constantFrom('', '*', '?', '{3}', '{2,9}', '{4,}')
    const item = fc.tuple(atom, times).map((parts) => parts.join(''))
    const group = fc
      .tuple(fc.array(item, { minLength: 1, maxLength: 4 }), times)
      .map(([items, count]) => `(${items.join('')})${count}`)
    fc.assert(
      fc.property(fc.array(fc.oneof(item, group)), (parts) => {
        const pattern = parts.join('')
        const size = RE2JS.compile(pattern).programSize()
        expect(size).toBeLessThanOrEqual(3 * patternCost(pattern) + 10)
      }),
    )
  })
})
