import { describe, expect, test } from 'vitest'
import { SLOT_MS } from '../store/slot.js'
import { dueAgain, hostAnswer, restAfter } from './frontier.js'

describe('dueAgain', () => {
  test('default: when the next slot begins', () => {
    expect(dueAgain(0, SLOT_MS)).toBe(SLOT_MS)
    expect(dueAgain(SLOT_MS - 1, SLOT_MS)).toBe(SLOT_MS)
    expect(dueAgain(SLOT_MS, SLOT_MS)).toBe(2 * SLOT_MS)
  })
})

describe('hostAnswer', () => {
  test.each([
    ['response', 402, 'answered'],
    ['response', 500, 'answered'],
    ['response', 429, 'pleaded'],
    ['response', 503, 'pleaded'],
    ['robots_blocked', null, 'answered'],
    ['robots_blocked', 429, 'pleaded'],
    ['network_error', null, 'silent'],
    ['timeout', null, 'silent'],
    ['timeout', 402, 'silent'],
  ] as const)('behavior: %s %s is %s', (result, status, kind) => {
    expect(hostAnswer({ result, status }, null).kind).toBe(kind)
  })
})

describe('restAfter', () => {
  const MINUTE = 60_000
  test.each([
    ['answered', null, 9, 0],
    ['answered', 90, 9, 0],
    ['pleaded', 90, 1, 90_000],
    ['pleaded', 0, 1, 0],
    ['pleaded', 604_800, 1, 604_800_000],
    ['pleaded', 604_801, 1, 604_800_000],
    ['pleaded', null, 1, 2 * MINUTE],
    ['pleaded', null, 2, 4 * MINUTE],
    ['silent', null, 1, 0],
    ['silent', null, 2, 0],
    ['silent', null, 3, 2 * MINUTE],
    ['silent', 90, 4, 4 * MINUTE],
    ['silent', null, 999, SLOT_MS],
    ['robots_unreachable', null, 1, 2 * MINUTE],
    ['robots_unreachable', null, 8, 256 * MINUTE],
    ['robots_unreachable', null, 9, SLOT_MS],
    ['robots_unreachable', 30, 9, 30_000],
  ] as const)(
    'behavior: %s, Retry-After %s, %i in a row: %i ms',
    (kind, retryAfterS, failures, rest) => {
      expect(restAfter({ kind, retryAfterS }, failures)).toBe(rest)
    },
  )
})
