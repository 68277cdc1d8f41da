import type { Rulebook } from '@assay402/core'
import { list, type Section, table } from './document.js'

/** What a rulebook publishes of itself, as sections of a page. */
export function rulebookSections(rulebook: Rulebook): Section[] {
  return [
    {
      title: 'Rules, in the order in which they are applied',
      parts: [
        table(
          ['rule', 'when', 'then'],
          rulebook.rules.map(({ id, when, then }) => [id, when, then]),
        ),
      ],
    },
    {
      title: 'Thresholds',
      parts: [
        table(
          ['name', 'value', 'unit', 'why'],
          Object.entries(rulebook.thresholds).map(
            ([name, { value, unit, why }]) => [name, String(value), unit, why],
          ),
        ),
      ],
    },
    {
      title: 'Reasons',
      parts: [
        table(
          ['code', 'effect', 'sentence'],
          Object.entries(rulebook.reasons).map(([code, { effect, text }]) => [
            code,
            effect,
            text,
          ]),
        ),
      ],
    },
    { title: 'What it does not see', parts: [list(rulebook.limits)] },
  ]
}
