import type { Reason, Rulebook } from '@assay402/core'

/** The generated documentation page of one rulebook. */
export function rulebookPage(rulebook: Rulebook): string {
  return page([
    `# Rulebook \`${rulebook.id}\`, version \`${rulebook.version}\``,
    generated,
    `**${rulebook.question}**`,
    `Source: ${rulebook.source}`,
    '## Rules, in the order in which they are applied',
    table(
      ['#', 'rule', 'when', 'then'],
      rulebook.rules.map(({ id, when, then }, i) => [
        String(i + 1),
        code(id),
        when,
        then,
      ]),
    ),
    ...section('## Thresholds', thresholds(rulebook)),
    ...section('## Codes', reasons(rulebook.reasons)),
    ...section(
      '## Limits',
      rulebook.limits.map((line) => `- ${line}`).join('\n'),
    ),
    `Input, output and every list as JSON: \`assay rulebooks ${rulebook.id} --json\`.`,
  ])
}

type DecisionCode = {
  readonly rulebook: string
  readonly decision: string
  readonly when: string
  readonly would_allow: string | null
}

/** The generated page of the codes that the decision layer gives. */
export function decisionCodesPage(
  codes: Readonly<Record<string, DecisionCode>>,
): string {
  return page([
    '# Codes of the decision',
    generated,
    'Worst of allow < hold < block wins; a note never decides. Of equally bad reasons the one that stands first here decides. What is said here is the default: the spend policy can say otherwise where it has a setting.',
    table(
      ['code', 'decision', 'from', 'when', 'would allow'],
      Object.entries(codes).map(([id, entry]) => [
        code(id),
        entry.decision,
        entry.rulebook,
        entry.when,
        entry.would_allow ?? '–',
      ]),
    ),
  ])
}

const generated =
  '<!-- Generated from the data of the code by `npm run docs`. Edit that. -->'

function thresholds(rulebook: Rulebook): string {
  const rows = Object.entries(rulebook.thresholds).map(
    ([name, { value, unit, why }]) => [code(name), String(value), unit, why],
  )
  return rows.length === 0 ? '' : table(['name', 'value', 'unit', 'why'], rows)
}

function reasons(all: Readonly<Record<string, Reason>>): string {
  const rows = Object.entries(all).map(([id, { effect, text }]) => [
    code(id),
    effect,
    text,
  ])
  return rows.length === 0 ? '' : table(['code', 'effect', 'text'], rows)
}

function section(title: string, body: string): string[] {
  return body === '' ? [] : [title, body]
}

function table(head: readonly string[], rows: readonly string[][]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function code(text: string): string {
  return `\`${text}\``
}

function page(blocks: readonly string[]): string {
  return `${blocks.join('\n\n')}\n`
}
