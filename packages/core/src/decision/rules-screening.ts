import { textOf } from '../json/text-of.js'
import type { Facts } from './facts.js'
import type { Finding } from './finding.js'

/** What lists say of the wallet and the name. */
export function judgeScreening(facts: Facts): Finding[] {
  const { input, policy } = facts
  const feeds = (input.screening ?? []).map((row) =>
    listed(row, policy.rulebooks.screening.listed),
  )
  return [...judgeSanctions(facts), ...feeds]
}

function judgeSanctions({ input, policy }: Facts): Finding[] {
  const meanings = policy.rulebooks.sanctions
  const status = input.sanctions?.status ?? 'missing'
  const matches = input.sanctions?.matches ?? []
  if (status === 'fresh')
    return matches.map((row) => sanctioned(row, meanings.sanctioned))
  const count = matches.length > 0 ? `, matches: ${matches.length}` : ''
  return [
    {
      code: 'sanctions_unknown',
      meaning: meanings.unknown,
      measured: status + count,
      threshold: 'fresh',
    },
  ]
}

function sanctioned(row: unknown, meaning: Finding['meaning']): Finding {
  const list = textOf(row, 'list', 'unnamed')
  return {
    code: 'sanctioned',
    meaning,
    measured: textOf(row, 'address', 'unnamed'),
    threshold: `${list}: ${textOf(row, 'entry', 'unnamed')}`,
    values: { list },
  }
}

function listed(row: unknown, meaning: Finding['meaning']): Finding {
  const feed = textOf(row, 'feed', 'unnamed')
  return {
    code: 'listed_by_feed',
    meaning,
    measured: textOf(row, 'entry', 'unnamed'),
    threshold: feed,
    values: { feed },
  }
}
