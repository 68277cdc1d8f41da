import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../json/canonical.js'
import type { JsonValue } from '../json/value.js'
import { buildReport } from './build-report.js'
import { buildBundle } from './bundle.js'
import { replayBundle } from './replay.js'
import { bundleOf, ECHO } from './testing/parts.js'

/** The bundle as read from a file, changed at a path. */
function changed(path: string, value: unknown): unknown {
  const bundle = JSON.parse(canonicalJson(bundleOf()))
  const keys = path.split('.')
  const last = keys.pop() as string
  let place = bundle
  for (const key of keys) place = place[key]
  if (value === undefined) delete place[last]
  else place[last] = value
  return bundle
}

/** The path and the kind of each difference. */
function named(bundle: unknown, judges = ECHO): string[] {
  const replay = replayBundle(bundle, judges)
  if ('error' in replay) return [`error ${replay.error.path}`]
  return replay.differences.map((each) => `${each.why} ${each.path}`)
}

describe('replayBundle', () => {
  test('default: identical, after a way through canonical JSON as well', () => {
    const identical = {
      result: 'identical',
      differences: [],
      rulebook_versions: [],
    }
    expect(replayBundle(bundleOf(), ECHO)).toEqual(identical)
    const text = canonicalJson(bundleOf())
    expect(replayBundle(JSON.parse(text), ECHO)).toEqual(identical)
    expect(canonicalJson(JSON.parse(text))).toBe(text)
  })

  test('behavior: each difference says what was stored and what came out', () => {
    const bundle = changed('decision_input.rulebooks.destination.score', 61)
    expect(replayBundle(bundle, ECHO)).toEqual({
      result: 'different',
      differences: [
        {
          path: 'decision_input.rulebooks.destination.score',
          why: 'changed',
          stored: 61,
          recomputed: 60,
        },
        {
          path: 'report.rulebooks.destination.score',
          why: 'changed',
          stored: 60,
          recomputed: 61,
        },
      ],
      rulebook_versions: [],
    })
  })

  test.each([
    ['the decision', 'report.decision', 'allow', ['changed report.decision']],
    [
      'a reason',
      'report.reasons.0.text',
      'fine',
      ['changed report.reasons.0.text'],
    ],
    [
      'a reason left out',
      'report.reasons',
      [],
      ['changed report.reasons.0', 'changed report.reasons.1'],
    ],
    [
      'the terms',
      'report.terms.amount.atomic',
      '1',
      ['changed report.terms.amount.atomic'],
    ],
    [
      'the policy',
      'decision_input.policy',
      { daily_cap_usd: 1 },
      ['changed report.policy_sha256'],
    ],
    [
      'a digest in the report',
      'report.evidence.0.sha256',
      'd'.repeat(64),
      ['changed report.evidence.0.sha256'],
    ],
    ['a further field', 'report.note', 'x', ['changed report.note']],
    ['evidence', 'evidence.0.data.status', 200, ['digest evidence.0.sha256']],
    [
      'a list',
      'lists.0.sha256',
      'd'.repeat(64),
      ['changed report.software.lists.0.sha256'],
    ],
    [
      'a clock',
      'rulebook_inputs.terms.now',
      '2026-11-30T12:00:01Z',
      ['clock rulebook_inputs.terms.now'],
    ],
    [
      'no clock',
      'rulebook_inputs.terms.now',
      undefined,
      ['clock rulebook_inputs.terms.now'],
    ],
    [
      'below the millisecond',
      'rulebook_inputs.terms.now',
      '2026-11-30T12:00:00.0001Z',
      [],
    ],
    [
      'the moment of the report',
      'report.as_of',
      'today',
      [
        'clock rulebook_inputs.counterparty.now',
        'clock rulebook_inputs.destination.now',
        'clock rulebook_inputs.endpoint-health.now',
        'clock rulebook_inputs.terms.now',
        'clock rulebook_inputs.terms-reputation.now',
        'changed report.as_of',
      ],
    ],
    [
      'an input left out',
      'rulebook_inputs.counterparty',
      undefined,
      ['missing_input decision_input.rulebooks.counterparty'],
    ],
    [
      'an input of another rulebook',
      'rulebook_inputs.other',
      { now: '2026-11-30T12:00:00Z' },
      ['missing_judge rulebook_inputs.other'],
    ],
    [
      'reputation',
      'rulebook_inputs.terms-reputation.answer.band',
      'low',
      ['changed decision_input.rulebooks.reputation.band'],
    ],
    [
      'no decision input',
      'decision_input',
      null,
      [
        'changed decision_input.terms',
        'changed decision_input.rulebooks.destination',
        'changed decision_input.rulebooks.counterparty',
        'changed decision_input.rulebooks.endpoint-health',
        'changed decision_input.rulebooks.reputation',
        'unreadable decision_input',
      ],
    ],
    [
      'no verdicts in it',
      'decision_input.rulebooks',
      null,
      [
        'changed decision_input.rulebooks.destination',
        'changed decision_input.rulebooks.counterparty',
        'changed decision_input.rulebooks.endpoint-health',
        'changed decision_input.rulebooks.reputation',
        'changed report.reasons.1.measured',
        'changed report.reputation',
        'changed report.rulebooks.counterparty.unavailable',
        'changed report.rulebooks.counterparty.verdict',
        'changed report.rulebooks.counterparty.wash_trading_ratio',
        'changed report.rulebooks.destination.rulebook',
        'changed report.rulebooks.destination.score',
        'changed report.rulebooks.destination.unavailable',
        'changed report.rulebooks.destination.verdict',
        'changed report.rulebooks.destination.version',
        'changed report.rulebooks.endpoint-health.score',
        'changed report.rulebooks.endpoint-health.unavailable',
        'changed report.rulebooks.merchant.unavailable',
        'changed report.software.rulebooks.destination',
        'changed report.software.rulebooks.terms-reputation',
      ],
    ],
  ])('behavior: %s', (_, path, value, expected) => {
    expect(named(changed(path, value))).toEqual(expected)
  })

  test('behavior: the decision follows the recomputed verdicts', () => {
    const bundle = changed(
      'rulebook_inputs.destination.answer.verdict',
      'block',
    )
    expect(named(bundle)).toEqual([
      'changed decision_input.rulebooks.destination.verdict',
      'changed report.decision',
      'changed report.reasons.0.code',
      'changed report.reasons.0.decision',
      'changed report.reasons.0.measured',
      'changed report.reasons.0.text',
    ])
    const broken = changed('rulebook_inputs.terms.answer.verdict', 'perhaps')
    expect(named(broken)).toEqual([
      'changed decision_input.terms.verdict',
      'unreadable decision_input.terms.verdict',
    ])
  })

  test('behavior: another version of a rulebook is named', () => {
    const destination = (input: unknown) => ({
      ...(ECHO['destination']?.(input) as object),
      version: '2',
    })
    expect(replayBundle(bundleOf(), { ...ECHO, destination })).toMatchObject({
      result: 'different',
      differences: [
        {
          path: 'decision_input.rulebooks.destination.version',
          stored: '1',
          recomputed: '2',
        },
      ],
      rulebook_versions: [
        { rulebook: 'destination', stored: '1', current: '2' },
      ],
    })
    const nothing = { ...ECHO, destination: () => 'none' }
    expect(replayBundle(bundleOf(), nothing)).toMatchObject({
      rulebook_versions: [
        { rulebook: 'destination', stored: '1', current: null },
      ],
    })
  })

  test('behavior: a judge that is not there is a difference', () => {
    const { terms: _, ...judges } = ECHO
    expect(named(bundleOf(), judges)).toEqual([
      'missing_judge decision_input.terms',
    ])
  })

  test.each([
    ['another schema', 'bundle', 'assay-bundle/2', 'bundle'],
    ['no report', 'report', null, 'report'],
    [
      'a record of another form',
      'evidence.0.kind',
      'gossip',
      'evidence.0.kind',
    ],
    ['a lone surrogate', 'report.id', '\ud800', ''],
  ])('input error: %s', (_, path, value, where) => {
    expect(named(changed(path, value))).toEqual([`error ${where}`])
  })

  test('behavior: total on any JSON and on bundles changed anywhere', () => {
    let deep: JsonValue = 1
    for (let i = 0; i < 100_000; i++) deep = [deep]
    expect(named({ ...bundleOf(), decision_input: deep })).toEqual(['error '])
    const paths = [
      'report',
      'report.terms',
      'report.reasons',
      'evidence',
      'evidence.0',
      'decision_input',
      'decision_input.terms',
      'decision_input.rulebooks',
      'rulebook_inputs',
      'rulebook_inputs.terms',
      'lists',
    ]
    const property = fc.property(
      fc.constantFrom(...paths),
      fc.jsonValue(),
      (path, value) => {
        const judges = Object.fromEntries(
          Object.keys(ECHO).map((id) => [id, (input: unknown) => input]),
        )
        expect(replayBundle(changed(path, value), judges)).toBeTypeOf('object')
      },
    )
    void fc.assert(property)
    void fc.assert(
      fc.property(
        fc.jsonValue(),
        (value) => 'error' in replayBundle(value, {}),
      ),
    )
  })
})

describe('text without a canonical form', () => {
  test('behavior: a lone surrogate of a seller breaks neither bundle nor replay', () => {
    const now = '2026-11-30T12:00:00Z'
    const answer = {
      verdict: 'skip',
      reason_code: 'bad_challenge',
      network: 'x:\ud800',
    }
    const judges = { terms: () => answer }
    const decision_input = {
      now,
      subject: { resource: 'GET https://a.example/' },
      terms: answer,
    }
    const parts = {
      id: 'r',
      decision_input,
      evidence: [],
      lists: [],
      software: {
        name: 'assay',
        version: '1',
        public_suffix_list: null,
        confusables: null,
      },
    }
    const report = buildReport(parts)
    if ('error' in report) throw new Error(report.error.message)
    const bundle = buildBundle({
      ...parts,
      report,
      rulebook_inputs: { terms: { now } },
    })
    const read = JSON.parse(canonicalJson(bundle))
    expect(replayBundle(read, judges)).toMatchObject({ result: 'identical' })
  })
})
