import type { JsonValue } from '../json/value.js'
import { safeText } from '../text/safe-text.js'
import type { Report } from './report.js'

const LEVEL = { block: 'error', hold: 'warning', note: 'note' } as const

/**
 * A report as SARIF 2.1.0, for tools that collect findings: one result a
 * reason, located at the resource's URL.
 */
export function reportToSarif(report: Report): JsonValue {
  const uri = report.subject.resource.slice(
    report.subject.resource.indexOf(' ') + 1,
  )
  const codes = [...new Set(report.reasons.map(({ code }) => code))]
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'assay',
            version: report.software.version,
            rules: codes.map((id) => ({ id })),
          },
        },
        results: report.reasons.map((reason) => ({
          ruleId: reason.code,
          ruleIndex: codes.indexOf(reason.code),
          level: LEVEL[reason.decision],
          message: { text: safeText(reason.text) },
          locations: [{ physicalLocation: { artifactLocation: { uri } } }],
          properties: {
            rulebook: reason.rulebook,
            measured: reason.measured,
            threshold: reason.threshold,
            would_allow: reason.would_allow,
          },
        })),
        properties: { decision: report.decision, report: report.id },
      },
    ],
  }
}
