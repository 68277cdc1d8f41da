import { safeText } from '../text/safe-text.js'
import type { Report } from './report.js'
import { askedLines, termsLines, verdictRows } from './verdict-rows.js'

export type TextOptions = { readonly color: boolean }

/**
 * A report for a terminal: the decision, the one reason that decided, a table
 * of the verdicts, all reasons, the exact terms. What others wrote is made
 * harmless.
 */
export function reportToText(report: Report, { color }: TextOptions): string {
  const paint = color ? painted : (_: Paint, text: string) => text
  const heading = paint(report.decision, report.decision.toUpperCase())
  return [
    `${heading}  ${safeText(report.subject.resource)}`,
    ...deciding(report, paint),
    '',
    ...table([
      ['rulebook', 'version', 'verdict', 'detail'],
      ...verdictRows(report).map((row) => [
        row.rulebook,
        row.version,
        row.verdict,
        row.detail,
      ]),
    ]),
    ...section('Reasons', allReasons(report, paint), paint),
    ...section('Exact terms', table(termsLines(report)), paint),
    ...section('Terms asked, not approved', table(askedLines(report)), paint),
    '',
    paint('dim', safeText(`as of ${report.as_of}, report ${report.id}`)),
    '',
  ].join('\n')
}

type Paint = 'allow' | 'note' | 'hold' | 'block' | 'bold' | 'dim'
type Painter = (paint: Paint, text: string) => string
type Reason = Report['reasons'][number]

const ANSI: Readonly<Record<Paint, string>> = {
  allow: '32',
  note: '36',
  hold: '33',
  block: '31',
  bold: '1',
  dim: '2',
}

const painted: Painter = (paint, text) =>
  `\u001b[${ANSI[paint]}m${text}\u001b[0m`

function deciding(report: Report, paint: Painter): string[] {
  const [first] = report.reasons
  if (report.decision === 'allow' || first === undefined)
    return ['No rule of the policy or of a rulebook stops this payment.']
  const retry =
    report.retry_after_s === null
      ? []
      : [`Ask again in ${report.retry_after_s} s.`]
  return [
    `${paint('bold', safeText(first.code))} (${safeText(first.rulebook)}): ${safeText(first.text)}`,
    ...(first.would_allow === null
      ? []
      : [`Would allow: ${safeText(first.would_allow)}.`]),
    ...retry,
  ]
}

function allReasons(report: Report, paint: Painter): string[] {
  return report.reasons.flatMap((reason) => [
    `${paint(reason.decision, reason.decision.padEnd(5))}  ${safeText(reason.code)} (${safeText(reason.rulebook)}): ${safeText(reason.text)}`,
    `       ${figures(reason)}`,
  ])
}

function figures({ measured, threshold, would_allow }: Reason): string {
  const parts = [`measured ${measured ?? 'unknown'}`]
  if (threshold !== null) parts.push(`threshold ${threshold}`)
  if (would_allow !== null) parts.push(`would allow: ${would_allow}`)
  return parts.map(safeText).join('; ')
}

function section(title: string, lines: string[], paint: Painter): string[] {
  return lines.length === 0 ? [] : ['', paint('bold', title), ...lines]
}

function table(rows: readonly (readonly string[])[]): string[] {
  const safe = rows.map((row) => row.map(safeText))
  const widths: number[] = []
  for (const row of safe)
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, cell.length)
    })
  return safe.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] as number))
      .join('  ')
      .trimEnd(),
  )
}
