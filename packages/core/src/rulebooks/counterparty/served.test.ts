import { describe, expect, test } from 'vitest'
import { parseInstant } from '../../time/instant.js'
import { answerUnavailable, isFreshScore } from './served.js'
import { NOW } from './testing/sample.js'

const now = parseInstant(NOW) as NonNullable<ReturnType<typeof parseInstant>>

describe('isFreshScore', () => {
  test.each([
    ['2026-11-30T12:00:00Z', true],
    ['2026-11-29T12:00:00Z', true],
    ['2026-11-29T11:59:59.999999Z', false],
    ['2026-11-30T12:00:00.000001Z', false],
    ['yesterday', false],
    [null, false],
    [5, false],
  ])('default: %j → %s', (updatedAt, fresh) => {
    expect(isFreshScore(updatedAt, now)).toBe(fresh)
  })
})

describe('answerUnavailable', () => {
  test.each([
    [-5, 60],
    [0, 60],
    [Number.POSITIVE_INFINITY, 86_400],
    [59, 60],
    [60, 60],
    [60.2, 61],
    [86_400, 86_400],
    [86_401, 86_400],
    [Number.NaN, 86_400],
  ])('default: %d → %d seconds', (asked, retry_after) => {
    expect(answerUnavailable(asked)).toEqual({
      error: {
        code: 'ANSWER_UNAVAILABLE',
        message: 'There is no fresh score of this subject.',
        retry_after,
      },
    })
  })
})
