import { describe, expect, test } from 'vitest'
import { noPay, pay, quiet, withAnswers } from './testing/input.js'
import { reason, said } from './testing/said.js'

describe('rulebooks', () => {
  test.each([
    [
      'destination block',
      { destination: { verdict: 'block' } },
      ['block', 'block destination_block'],
    ],
    [
      'destination suspicious',
      { destination: { verdict: 'suspicious' } },
      ['hold', 'hold destination_suspicious'],
    ],
    ['destination unknown', { destination: { verdict: 'unknown' } }, ['allow']],
    ['destination trusted', { destination: { verdict: 'trusted' } }, ['allow']],
    [
      'destination unavailable',
      { destination: { unavailable: 'timeout' } },
      ['allow', 'note evidence_unavailable'],
    ],
    [
      'counterparty avoid',
      { counterparty: { verdict: 'avoid' } },
      ['hold', 'hold counterparty_avoid'],
    ],
    [
      'counterparty caution',
      { counterparty: { verdict: 'caution' } },
      ['allow', 'note counterparty_caution'],
    ],
    [
      'counterparty error',
      { counterparty: { error: { code: 'INVALID_SUBJECT', message: '' } } },
      ['allow', 'note evidence_unavailable'],
    ],
    [
      'merchant avoid',
      { merchant: { recommendation: 'CAUTION', trust_tier: 'AVOID' } },
      ['hold', 'hold merchant_avoid'],
    ],
    [
      'merchant caution',
      { merchant: { recommendation: 'CAUTION', trust_tier: 'CAUTION' } },
      ['allow', 'note merchant_caution'],
    ],
    [
      'merchant insufficient',
      { merchant: { recommendation: 'INSUFFICIENT_SIGNAL', trust_tier: null } },
      ['allow', 'note merchant_insufficient'],
    ],
    [
      'merchant unavailable',
      { merchant: { unavailable: 'not_indexed' } },
      ['allow', 'note evidence_unavailable'],
    ],
    [
      'health 49',
      { 'endpoint-health': { score: 49 } },
      ['allow', 'note health_low'],
    ],
    ['health 50', { 'endpoint-health': { score: 50 } }, ['allow']],
    [
      'health 0',
      { 'endpoint-health': { score: 0 } },
      ['allow', 'note health_low'],
    ],
    [
      'health null',
      { 'endpoint-health': { score: null } },
      ['allow', 'note health_unknown'],
    ],
    [
      'health unavailable',
      { 'endpoint-health': { unavailable: 'unlisted' } },
      ['allow', 'note evidence_unavailable'],
    ],
    [
      'health without a score',
      { 'endpoint-health': {} },
      ['allow', 'note evidence_unavailable'],
    ],
  ])('%s', (_, answers, expected) => {
    expect(said(withAnswers(answers))).toEqual(expected)
  })

  test('behavior: an allowlisted host turns hold into note, never a block', () => {
    const policy = { host_allowlist: ['*.example.com'] }
    const bad = {
      destination: { verdict: 'suspicious' },
      counterparty: { verdict: 'avoid' },
      merchant: { recommendation: 'CAUTION', trust_tier: 'AVOID' },
      'endpoint-health': { score: 1 },
    }
    expect(said(withAnswers(bad, { policy, failed_probes: 9 }))).toEqual([
      'allow',
      'note destination_suspicious',
      'note counterparty_avoid',
      'note merchant_avoid',
      'note failed_probes',
      'note health_low',
    ])
    expect(
      said(withAnswers({ destination: { verdict: 'block' } }, { policy }))[0],
    ).toBe('block')
    expect(
      said(quiet({ policy, terms: pay('300000'), price_context: null }))[0],
    ).toBe('hold')
  })

  test('behavior: the policy says what a verdict means', () => {
    const rulebooks = {
      destination: { suspicious: 'allow', unknown: 'hold' },
      counterparty: { avoid: 'block', unavailable: 'hold' },
      merchant: { AVOID: 'note' },
      'endpoint-health': { low: 'hold' },
    }
    const policy = { rulebooks }
    expect(
      said(withAnswers({ destination: { verdict: 'suspicious' } }, { policy })),
    ).toEqual(['allow'])
    expect(said(withAnswers({}, { policy }))).toEqual([
      'hold',
      'hold destination_unknown',
    ])
    const destination = { verdict: 'trusted' }
    expect(
      said(
        withAnswers(
          { destination, counterparty: { verdict: 'avoid' } },
          { policy },
        ),
      )[0],
    ).toBe('block')
    expect(
      said(withAnswers({ destination, counterparty: null }, { policy }))[0],
    ).toBe('hold')
    expect(
      said(
        withAnswers(
          { destination, 'endpoint-health': { score: 3 } },
          { policy },
        ),
      )[0],
    ).toBe('hold')
  })

  test('merchant_insufficient holds above its own limit', () => {
    const merchant = { recommendation: 'INSUFFICIENT_SIGNAL' }
    const at = (atomic: string, more: object = {}) =>
      withAnswers(
        { merchant },
        {
          terms: pay(atomic),
          price_context: null,
          buyer_challenge: null,
          ...more,
        },
      )
    expect(said(at('50000'))).toEqual(['allow', 'note merchant_insufficient'])
    expect(said(at('50001'))).toEqual(['hold', 'hold merchant_insufficient'])
    expect(reason(at('50001'), 'merchant_insufficient')?.would_allow).toBe(
      'at or below 0.05 USD',
    )
    expect(reason(at('50000'), 'merchant_insufficient')?.would_allow).toBeNull()
    const always = {
      policy: { rulebooks: { merchant: { INSUFFICIENT_SIGNAL: 'block' } } },
    }
    expect(said(at('50001', always))[0]).toBe('block')
    expect(said(at('1', { terms: noPay('recheck', 'timeout') }))).toEqual([
      'hold',
      'hold terms_recheck',
      'note merchant_insufficient',
    ])
  })

  test('failed_probes at the limit', () => {
    expect(said(quiet({ failed_probes: 2 }))).toEqual(['allow'])
    expect(said(quiet({ failed_probes: 3 }))).toEqual([
      'hold',
      'hold failed_probes',
    ])
    expect(
      said(
        quiet({ failed_probes: 3, policy: { hold_after_failed_probes: 4 } }),
      ),
    ).toEqual(['allow'])
    expect(said(quiet({ failed_probes: null }))).toEqual(['allow'])
  })
})
