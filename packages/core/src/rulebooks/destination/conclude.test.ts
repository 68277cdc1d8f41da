import { describe, expect, test } from 'vitest'
import { conclude } from './conclude.js'
import type { FindingRule } from './data/findings.js'
import { found } from './finding.js'

const finding = (
  effect: FindingRule['effect'],
  forces: FindingRule['forces'] = 'nothing',
) => ({
  code: 'age_unknown' as const,
  rule: { effect, forces, text: '' },
  values: {},
})

describe('conclude', () => {
  test.each([
    [30, 70, 'unknown'],
    [31, 69, 'suspicious'],
    [60, 40, 'suspicious'],
    [61, 39, 'block'],
    [150, 0, 'block'],
  ] as const)('threshold: −%i', (points, score, verdict) => {
    expect(conclude([finding({ subtract: points })], 'unlisted')).toEqual({
      score,
      verdict,
    })
  })

  test.each([
    [0, 100],
    [7, 93],
    [8, 92],
    [9, 92],
    [30, 92],
  ])('threshold: trusted less %i has at least 92', (points, score) => {
    expect(conclude([finding({ subtract: points })], 'allowlisted')).toEqual({
      score,
      verdict: 'trusted',
    })
  })

  test('behavior: the lowest cap holds', () => {
    const findings = [found('bad_tld'), found('typosquat'), found('raw_ip')]
    expect(conclude(findings, 'unlisted')).toEqual({
      score: 8,
      verdict: 'block',
    })
  })

  test('behavior: a cap beside a subtraction', () => {
    expect(conclude([found('hyphen_count_at_least_3')], 'unlisted')).toEqual({
      score: 69,
      verdict: 'suspicious',
    })
  })
})
