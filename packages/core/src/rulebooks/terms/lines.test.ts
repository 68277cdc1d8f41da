import { describe, expect, test } from 'vitest'
import { describeRulebook } from '../../rulebook/describe.js'
import { entry, OTHER_SELLER } from '../../x402/testing/challenge-samples.js'
import { REASON_CODES } from './data.js'
import { LINES } from './lines.js'
import { terms } from './rulebook.js'
import { judge } from './testing/terms-input.js'

describe('the published rules', () => {
  test('behavior: every code has a line, every line a code', () => {
    const codes = new Set(Object.values(LINES).map(({ code }) => code))
    expect([...codes].sort()).toEqual([...REASON_CODES].sort())
  })

  test('behavior: they are the funnel', () => {
    expect(terms.rules.map(({ id }) => id)).toEqual(Object.keys(LINES))
    expect(terms.rules.find(({ id }) => id === 'too_dear')?.then).toBe(
      'skip price_mismatch, high; otherwise keep those within 1 %, or else those below',
    )
    expect(terms.rules.find(({ id }) => id === 'fine')?.then).toBe(
      'pay price_ok, high; medium without an expected price or after a drift',
    )
  })

  test('behavior: they can be written as JSON', () => {
    expect(describeRulebook(terms)).toMatchObject({
      id: 'terms',
      input_schema: { required: ['now', 'probe'] },
    })
  })

  test('behavior: no sentence is left with a gap', () => {
    const reasons = [
      judge(),
      judge({ accepts: [entry({ amount: '1' })] }),
      judge({ accepts: [entry({ amount: '20000' })] }),
      judge({ accepts: [entry(), entry({ payTo: OTHER_SELLER })] }),
      judge({
        accepts: [entry({ maxTimeoutSeconds: 1 })],
        options: { check_expiry: true },
      }),
      judge({ expected: { pay_to: OTHER_SELLER } }),
      judge({ probe: { status: 404 } }),
      judge({ probe: { status: 503 } }),
    ].map(({ reason }) => reason)
    expect(new Set(reasons).size).toBe(reasons.length)
    for (const reason of reasons) expect(reason).not.toMatch(/[{}]/)
  })
})
