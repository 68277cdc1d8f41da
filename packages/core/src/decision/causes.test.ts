import { describe, expect, test } from 'vitest'
import { codesOf, sentenceOf, sentencesOf, tradeOf } from './causes.js'
import { decide } from './decide.js'

describe('causes', () => {
  test('default', () => {
    expect(sentenceOf('It is so.')).toBe('It is so.')
    expect(codesOf([{ code: 'raw_ip' }, { code: 'non_https' }, 5, {}])).toBe(
      '(raw_ip, non_https)',
    )
    expect(sentencesOf(['One.', 2, 'Three.'])).toBe('One. Three.')
    expect(tradeOf({ wash_trading_ratio: 0.61 })).toBe(
      'Wash-trading ratio 0.61.',
    )
    expect(
      tradeOf({ feeds: { settlement: false, probe: false, catalog: true } }),
    ).toBe('Not to be had: probe, settlement.')
  })

  test('behavior: what cannot be read is no cause', () => {
    expect(sentenceOf(5)).toBeUndefined()
    expect(codesOf('x')).toBeUndefined()
    expect(codesOf([])).toBeUndefined()
    expect(sentencesOf({})).toBeUndefined()
    expect(tradeOf({})).toBeUndefined()
    expect(tradeOf({ feeds: { probe: true } })).toBeUndefined()
  })

  test('behavior: a reason quotes the rulebook that it comes from', () => {
    const decision = decide({
      now: '2026-11-30T12:00:00Z',
      subject: { resource: 'GET https://a.example/' },
      terms: {
        verdict: 'skip',
        reason_code: 'price_mismatch',
        reason: `It asks too much.${'!'.repeat(400)}`,
      },
      rulebooks: {
        destination: { verdict: 'block', reasons: [{ code: 'raw_ip' }] },
      },
    })
    if ('error' in decision) throw new Error(decision.error.message)
    const texts = decision.reasons.map(({ text }) => text)
    expect(texts[0]).toBe('Rulebook destination says block. (raw_ip)')
    expect(texts[1]).toMatch(/\(price_mismatch\)\. It asks too much\.!+$/)
    expect(texts[1]?.length).toBeLessThan(350)
  })
})
