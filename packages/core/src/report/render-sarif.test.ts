import { describe, expect, test } from 'vitest'
import { isInputError } from '../rulebook/input.js'
import { buildReport } from './build-report.js'
import { reportToSarif } from './render-sarif.js'

describe('reportToSarif', () => {
  test('default: one result a reason, worst first', () => {
    const report = buildReport({
      id: 'r1',
      decision_input: {
        now: '2026-11-30T12:00:00Z',
        subject: { resource: 'GET http://a.example/x?y=1' },
        terms: { verdict: 'skip', reason_code: 'no_paywall' },
      },
      evidence: [],
      lists: [],
      software: {
        name: 'assay',
        version: '1.2.3',
        public_suffix_list: null,
        confusables: null,
      },
    })
    if (isInputError(report)) throw new Error(report.error.message)
    expect(reportToSarif(report)).toMatchObject({
      version: '2.1.0',
      runs: [
        {
          tool: { driver: { name: 'assay', version: '1.2.3' } },
          results: report.reasons.map((reason) => ({
            ruleId: reason.code,
            level: { block: 'error', hold: 'warning', note: 'note' }[
              reason.decision
            ],
            locations: [
              {
                physicalLocation: {
                  artifactLocation: { uri: 'http://a.example/x?y=1' },
                },
              },
            ],
          })),
          properties: { decision: 'block', report: 'r1' },
        },
      ],
    })
  })
})
