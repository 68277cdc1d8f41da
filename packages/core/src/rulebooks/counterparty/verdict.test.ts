import { describe, expect, test } from 'vitest'
import { counterparty } from './rulebook.js'
import {
  inputOf,
  PAY_TO,
  paid,
  paidByEach,
  row,
  sent,
  VALID_PROBE,
  wallet,
} from './testing/sample.js'

const judge = (input: unknown) =>
  counterparty.judge(input) as Record<string, unknown>

const clean = () => inputOf(paidByEach(5))

describe('verdictOf', () => {
  test.each([
    ['avoid at 0.5', 5000, 'avoid', 0.5],
    ['avoid at what rounds to 0.5', 4999.5, 'avoid', 0.5],
    ['caution below it', 4999, 'caution', 0.4999],
    ['caution above 0.1', 1001, 'caution', 0.1001],
    ['caution at what rounds up from 0.10005', 1000.5, 'caution', 0.1001],
    ['trusted at what rounds to 0.1', 1000.4, 'trusted', 0.1],
    ['trusted at 0.1', 1000, 'trusted', 0.1],
  ])('behavior: %s', (_, share, verdict, ratio) => {
    // The share in ten-thousandths of a volume of 100 000.
    const washed = share * 10
    const rows = [
      row(PAY_TO.toLowerCase(), PAY_TO, washed),
      ...paidByEach(4, 1000),
      paid(5, 100_000 - washed - 4000),
    ]
    expect(judge(inputOf(rows))).toMatchObject({
      verdict,
      wash_trading_ratio: ratio,
      extended: { top_payer_share: expect.any(Number) },
    })
  })

  test.each([
    ['five real buyers', {}, 'trusted'],
    ['four', { settlement: inputOf(paidByEach(4))['settlement'] }, 'caution'],
    [
      'another pay_to',
      { probe: { ...VALID_PROBE, pay_to: [wallet(9)] } },
      'caution',
    ],
    [
      'one of several, in another case',
      {
        probe: { ...VALID_PROBE, pay_to: [wallet(9), 7, PAY_TO.toLowerCase()] },
      },
      'trusted',
    ],
    [
      'no pay_to in the probe',
      { probe: { ...VALID_PROBE, pay_to: null } },
      'caution',
    ],
    [
      'invalid challenge',
      { probe: { ...VALID_PROBE, challenge: 'invalid' } },
      'avoid',
    ],
    [
      'no challenge in the answer',
      { probe: { ...VALID_PROBE, challenge: 'none' } },
      'avoid',
    ],
    [
      'nothing said of the challenge',
      { probe: { status: 'completed' } },
      'caution',
    ],
    [
      'not completed',
      { probe: { status: 'not_completed', challenge: 'invalid' } },
      'caution',
    ],
    ['no status', { probe: { challenge: 'invalid' } }, 'caution'],
    [
      'invalid without settlements',
      { settlement: null, probe: { status: 'completed', challenge: 'none' } },
      'avoid',
    ],
  ])('behavior: verdict: %s', (_, change, verdict) => {
    expect(judge({ ...clean(), ...change })['verdict']).toBe(verdict)
  })

  test('behavior: half washed is avoided without any probe', () => {
    const input = { ...inputOf([paid(1, 5), sent(1, 1)]), probe: null }
    expect(judge(input)).toMatchObject({ verdict: 'avoid', confidence: 0.7 })
  })
})
