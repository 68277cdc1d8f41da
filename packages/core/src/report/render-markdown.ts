import { markdownCode, markdownText } from '../text/safe-text.js'
import type { Report } from './report.js'
import {
  askedLines,
  type TermsLine,
  termsLines,
  verdictRows,
} from './verdict-rows.js'

/**
 * A report as GitHub Markdown, in the order of the text form. What others
 * wrote stands in code spans or escaped, never as markup.
 */
export function reportToMarkdown(report: Report): string {
  const { decision, subject } = report
  return [
    `# ${decision.toUpperCase()}: ${markdownCode(subject.resource)}`,
    '',
    ...deciding(report),
    '',
    ...table(
      ['rulebook', 'version', 'verdict', 'detail'],
      verdictRows(report).map((row) => [
        row.rulebook,
        markdownText(row.version),
        markdownText(row.verdict),
        markdownText(row.detail),
      ]),
    ),
    ...reasonsSection(report),
    ...termsSection('Exact terms', termsLines(report)),
    ...termsSection('Terms asked, not approved', askedLines(report)),
    '',
    `As of ${markdownText(report.as_of)}, report ${markdownCode(report.id)}`,
    '',
  ].join('\n')
}

type Shown = Report['reasons'][number]['measured']

function deciding(report: Report): string[] {
  const [first] = report.reasons
  if (report.decision === 'allow' || first === undefined)
    return ['No rule of the policy or of a rulebook stops this payment.']
  const lines = [
    `${markdownCode(first.code)} (${markdownText(first.rulebook)}): ${markdownText(first.text)}`,
  ]
  if (first.would_allow !== null)
    lines.push('', `Would allow: ${markdownText(first.would_allow)}.`)
  if (report.retry_after_s !== null)
    lines.push('', `Ask again in ${report.retry_after_s} s.`)
  return lines
}

function reasonsSection({ reasons }: Report): string[] {
  if (reasons.length === 0) return []
  const header = [
    'decision',
    'code',
    'from',
    'reason',
    'measured',
    'threshold',
    'would allow',
  ]
  const rows = reasons.map((reason) => [
    reason.decision,
    markdownCode(reason.code),
    markdownText(reason.rulebook),
    markdownText(reason.text),
    figure(reason.measured),
    figure(reason.threshold),
    markdownText(reason.would_allow ?? '–'),
  ])
  return ['', '## Reasons', '', ...table(header, rows)]
}

function figure(value: Shown): string {
  return value === null ? '–' : markdownCode(String(value))
}

function termsSection(title: string, lines: readonly TermsLine[]): string[] {
  if (lines.length === 0) return []
  const rows = lines.map(([name, value]) => [name, markdownCode(value)])
  return ['', `## ${title}`, '', ...table(['field', 'value'], rows)]
}

function table(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(header), line(header.map(() => '---')), ...rows.map(line)]
}
