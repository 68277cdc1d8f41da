import type { Rulebook } from './rulebook.js'

/** A rulebook as plain text for a terminal. */
export function rulebookToText(rulebook: Rulebook): string {
  const section = (title: string, lines: readonly string[]) => [
    '',
    title,
    ...lines.map((line) => `  ${line}`),
  ]
  return [
    `${rulebook.id}, version ${rulebook.version}`,
    rulebook.question,
    ...section('Rules', rulebook.rules.map(ruleLine)),
    ...section(
      'Thresholds',
      Object.entries(rulebook.thresholds).map(
        ([name, { value, unit, why }]) => `${name} = ${value} ${unit}. ${why}`,
      ),
    ),
    ...section(
      'Reasons',
      Object.entries(rulebook.reasons).map(
        ([code, { effect, text }]) => `${code} (${effect}): ${text}`,
      ),
    ),
    ...section('Limits', rulebook.limits),
    '',
    `Source: ${rulebook.source}`,
  ].join('\n')
}

function ruleLine(rule: Rulebook['rules'][number], position: number): string {
  return `${position + 1}. ${rule.id}: ${rule.when} → ${rule.then}`
}
