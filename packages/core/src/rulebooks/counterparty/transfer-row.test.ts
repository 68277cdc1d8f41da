import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { transferRow } from './input.js'
import { PAY_TO, row } from './testing/sample.js'
import { readTransferRow } from './transfer-row.js'

const whole = { ...row('0xa', PAY_TO, '0010'), tx: '0xAa', log_index: 3 }

describe('readTransferRow', () => {
  test('default', () => {
    expect(readTransferRow(whole)).toEqual({
      tx: '0xAa',
      log_index: 3,
      from: '0xa',
      to: PAY_TO,
      amount_atomic: 10n,
      at: { ms: Date.parse('2026-11-20T00:00:00Z'), sub: '' },
    })
  })

  test.each([
    [5],
    [null],
    [[whole]],
    [{}],
    [{ ...whole, from: null }],
    [{ ...whole, to: 5 }],
    [{ ...whole, tx: 5 }],
    [{ ...whole, log_index: '3' }],
    [{ ...whole, log_index: Number.POSITIVE_INFINITY }],
    [{ ...whole, amount_atomic: 10 }],
    [{ ...whole, amount_atomic: '-1' }],
    [{ ...whole, amount_atomic: '1.0' }],
    [{ ...whole, amount_atomic: '1'.repeat(79) }],
    [{ ...whole, at: '2026-11-20' }],
    [{ ...whole, at: null }],
  ])('behavior: %j is unreadable', (item) => {
    expect(readTransferRow(item)).toBeUndefined()
    expect(transferRow.safeParse(item).success).toBe(false)
  })

  test('behavior: reads what the published schema reads', () => {
    const field = fc.oneof(fc.jsonValue(), fc.constant(undefined))
    const items = fc.oneof(
      fc.jsonValue(),
      fc.record({
        from: fc.oneof(fc.string(), field),
        to: fc.oneof(fc.string(), fc.constant('a')),
        tx: fc.oneof(fc.string(), field),
        log_index: fc.oneof(fc.nat(), fc.double(), field),
        amount_atomic: fc.oneof(fc.stringMatching(/^[0-9]{1,79}$/), field),
        at: fc.oneof(fc.constant('2026-11-20T00:00:00.1234Z'), field),
      }),
      fc
        .constantFrom(...Object.keys(whole))
        .chain((key) => field.map((value) => ({ ...whole, [key]: value }))),
    )
    fc.assert(
      fc.property(items, (item) => {
        const parsed = transferRow.safeParse(item)
        const read = readTransferRow(item)
        expect(read !== undefined).toBe(parsed.success)
        if (parsed.success)
          expect(read).toEqual({
            ...parsed.data,
            tx: parsed.data.tx ?? undefined,
            log_index: parsed.data.log_index ?? undefined,
          })
      }),
      { numRuns: 2000 },
    )
  })
})
