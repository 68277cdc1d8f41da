import { describe, expect, test } from 'vitest'
import { parseInstant } from '../../time/instant.js'
import { ageOf } from './age.js'
import { siteOf } from './site.js'

const now = parseInstant('2026-11-30T12:00:00Z')
if (now === undefined) throw new Error('unreadable')
const at = now

function age(registered_at: string | null, host = 'example.org') {
  const registration = { status: 'known', registered_at } as const
  const { findings, days } = ageOf(siteOf(host), registration, at)
  return [findings.map(({ code }) => code).join(), days]
}

describe('ageOf', () => {
  test.each([
    ['2026-11-30T12:00:00Z', 'age_under_2_days', 0],
    ['2026-11-28T12:00:00.0000001Z', 'age_under_2_days', 1],
    ['2026-11-28T12:00:00Z', 'age_under_7_days', 2],
    ['2026-11-23T12:00:01Z', 'age_under_7_days', 6],
    ['2026-11-23T12:00:00Z', 'age_under_30_days', 7],
    ['2026-10-31T12:00:01Z', 'age_under_30_days', 29],
    ['2026-10-31T12:00:00Z', 'age_under_180_days', 30],
    ['2026-06-03T12:00:01Z', 'age_under_180_days', 179],
    ['2026-06-03T12:00:00Z', '', 180],
    ['1995-01-01T00:00:00Z', '', 11656],
  ])('%s: %s', (registered, code, days) => {
    expect(age(registered)).toEqual([code, days])
  })

  test.each([['2026-11-30T12:00:00.001Z'], ['2026-11-28'], ['soon'], [null]])(
    'behavior: unknown for %j',
    (registered) => {
      expect(age(registered)).toEqual(['age_unknown', null])
    },
  )

  test.each(['x.vercel.app', 'vercel.app'])(
    'behavior: the age of a platform says nothing about %s',
    (host) => {
      expect(age('2020-01-01T00:00:00Z', host)).toEqual(['age_unknown', null])
    },
  )

  test.each([
    [undefined],
    [null],
    [{}],
    [{ status: 'unknown', registered_at: '2020-01-01T00:00:00Z' }],
    [{ registered_at: '2020-01-01T00:00:00Z' }],
  ] as const)('behavior: unknown without a known registration: %j', (given) => {
    expect(ageOf(siteOf('example.org'), given, at)).toMatchObject({
      findings: [{ code: 'age_unknown' }],
      days: null,
    })
  })
})
