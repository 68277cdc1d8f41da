import type { LedgerEvent } from './event.js'
import type { Entry, LedgerState } from './state.js'

/**
 * Events that make the same state: what was paid before, what was spent and
 * still counts, and what is open.
 */
export function snapshotOf(state: LedgerState): LedgerEvent[] {
  const paid = [...state.history.values()]
    .flat()
    .sort((a, b) => a.at - b.at)
    .map(({ at, terms }): LedgerEvent => ({ e: 'paid_before', at, terms }))
  const unanswered = state.unanswered.map(
    (each): LedgerEvent => ({ e: 'unanswered', ...each }),
  )
  return [...paid, ...spentEvents(state), ...unanswered, ...openEvents(state)]
}

function spentEvents({ day }: LedgerState): LedgerEvent[] {
  return day.expenses().map(({ at, amount, host, wallet }) => ({
    e: 'spent',
    at,
    amount: String(amount),
    host,
    wallet,
  }))
}

function openEvents({ open }: LedgerState): LedgerEvent[] {
  return [...open.values()].flatMap(eventsOf)
}

function eventsOf(entry: Entry): LedgerEvent[] {
  const { id, at, request, host, wallet, terms, open_until } = entry
  const events: LedgerEvent[] = [
    { e: 'reserved', id, at, request, host, wallet, terms, open_until },
  ]
  if (entry.signed_at !== null)
    events.push({
      e: 'signed',
      id,
      at: entry.signed_at,
      authorization: entry.authorization,
      remembered: true,
    })
  if (entry.outcome !== null)
    events.push({
      e: 'ended',
      id,
      at: entry.ended_at ?? at,
      outcome: entry.outcome,
    })
  return events
}
