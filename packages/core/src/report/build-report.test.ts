import { describe, expect, test } from 'vitest'
import {
  NOW,
  noPay,
  pay,
  quiet,
  SELLER,
  USDC,
} from '../decision/testing/input.js'
import { digestOf } from '../json/digest.js'
import { defaultPolicy } from '../policy/spend-policy.js'
import { buildReport } from './build-report.js'
import { reportSchema } from './report.js'
import {
  DECISION_INPUT,
  ID,
  LISTS,
  NO_LISTING,
  PROBE,
  parts,
  reportOf,
} from './testing/parts.js'

describe('buildReport', () => {
  test('default: the whole report', () => {
    const report = reportOf()
    expect(report).toEqual({
      report: 'assay/1',
      id: ID,
      subject: {
        resource: 'GET https://api.example.com/x',
        resource_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        host: 'https://api.example.com',
        listed: true,
      },
      as_of: NOW,
      decision: 'hold',
      reasons: [
        {
          decision: 'hold',
          rulebook: 'destination',
          code: 'destination_suspicious',
          text: 'Rulebook destination says suspicious.',
          measured: 'suspicious',
          threshold: null,
          would_allow: 'a verdict of unknown or trusted',
        },
        {
          decision: 'note',
          rulebook: 'merchant',
          code: 'evidence_unavailable',
          text: 'There is no answer of merchant.',
          measured: 'not_indexed',
          threshold: null,
          would_allow: 'an answer of merchant',
        },
      ],
      retry_after_s: null,
      terms: {
        scheme: 'exact',
        network: 'eip155:8453',
        asset: USDC,
        amount: { atomic: '10000' },
        pay_to: SELLER,
        payment_terms_sha256: 'c'.repeat(64),
      },
      rulebooks: {
        terms: DECISION_INPUT.terms,
        destination: DECISION_INPUT.rulebooks['destination'],
        merchant: { unavailable: 'not_indexed' },
        counterparty: DECISION_INPUT.rulebooks['counterparty'],
        'endpoint-health': DECISION_INPUT.rulebooks['endpoint-health'],
      },
      reputation: DECISION_INPUT.rulebooks['reputation'],
      evidence: [
        {
          kind: 'challenge',
          collected_at: '2026-11-30T11:59:59Z',
          status: 'collected',
          sha256: PROBE.sha256,
          source: 'probe/1',
        },
        {
          kind: 'listing',
          collected_at: '2026-11-30T11:59:58Z',
          status: 'failed',
          sha256: NO_LISTING.sha256,
          source: 'bazaar/2',
        },
      ],
      policy_sha256: digestOf(defaultPolicy),
      software: {
        name: 'assay',
        version: '0.1.0',
        public_suffix_list: '2026-11-01',
        confusables: '17.0.0',
        rulebooks: {
          terms: '2026-10-15',
          destination: '1',
          'terms-reputation': '2026-10-15',
        },
        lists: [LISTS[1], LISTS[0]],
      },
    })
    expect(reportSchema.parse(report)).toEqual(report)
  })

  test('behavior: the order of evidence and lists means nothing', () => {
    const turned = {
      evidence: [NO_LISTING, PROBE],
      lists: [...LISTS].reverse(),
    }
    expect(reportOf(turned)).toEqual(reportOf())
  })

  test('behavior: what is missing is said to be missing', () => {
    const bare = { now: NOW, subject: { resource: 'GET https://a.example/' } }
    const report = reportOf({ decision_input: bare })
    expect(report).toMatchObject({
      subject: { host: 'https://a.example', listed: null },
      decision: 'hold',
      terms: null,
      rulebooks: {
        terms: { unavailable: 'not_judged' },
        merchant: { unavailable: 'not_judged' },
      },
      reputation: null,
      software: { rulebooks: {} },
    })
    expect(reportSchema.safeParse(report).success).toBe(true)
  })

  test('behavior: terms only when rulebook terms pays', () => {
    expect(
      reportOf({ decision_input: quiet({ terms: noPay('skip', 'ambiguous') }) })
        .terms,
    ).toBeNull()
    const unnamed = pay('10000', {
      payment: { ...pay().payment, scheme: null },
    })
    expect(
      reportOf({ decision_input: quiet({ terms: unnamed }) }).terms,
    ).toMatchObject({
      scheme: 'exact',
      payment_terms_sha256: null,
    })
  })

  test('behavior: an unreadable decision input is an input error', () => {
    expect(buildReport(parts({ decision_input: { now: 'x' } }))).toMatchObject({
      error: { code: 'invalid_input', path: 'now' },
    })
  })
})
