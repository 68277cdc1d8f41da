import { describe, expect, test } from 'vitest'
import { ago, type Json, judged, NOW, points, valid } from './testing/judged.js'

/** One observation with these fields an hour ago, seen as GET and as POST. */
function seen(observation: Json) {
  return ['get', 'post'].map((advertised_method) => {
    const observations = [{ at: ago(1), ...observation }]
    const answer = judged({ observations, advertised_method })
    if (answer.unsampled_slots === 28) return 'left out'
    if (answer.usable_samples === 0) return 'unknown'
    return answer.successful_samples === 1 ? 'success' : 'failure'
  })
}

describe('observations', () => {
  const response = (status: unknown, challenge?: unknown) => ({
    result: 'response',
    status,
    challenge,
  })
  test.each([
    ['robots_blocked', { result: 'robots_blocked' }, ['unknown', 'unknown']],
    ['a valid 402', valid, ['success', 'success']],
    ['an invalid 402', response(402, 'invalid'), ['failure', 'failure']],
    ['a 402 without challenge', response(402, 'none'), ['failure', 'failure']],
    ['an absent challenge', response(402, null), ['failure', 'failure']],
    ['199', response(199), ['unknown', 'unknown']],
    ['200', response(200), ['success', 'unknown']],
    ['200 with a challenge', response(200, 'valid'), ['success', 'unknown']],
    ['299', response(299), ['success', 'unknown']],
    ['300', response(300), ['failure', 'unknown']],
    ['404', response(404), ['failure', 'unknown']],
    ['405', response(405), ['unknown', 'unknown']],
    ['429', response(429), ['unknown', 'unknown']],
    ['501', response(501), ['unknown', 'unknown']],
    ['500', response(500), ['failure', 'unknown']],
    ['599', response(599), ['failure', 'unknown']],
    ['600', response(600), ['unknown', 'unknown']],
    ['no status', response(undefined), ['unknown', 'unknown']],
    ['a broken status', response(200.5), ['unknown', 'unknown']],
    ['a status as text', response('402'), ['left out', 'left out']],
    ['network_error', { result: 'network_error' }, ['failure', 'failure']],
    ['timeout', { result: 'timeout' }, ['failure', 'failure']],
    ['not_sampled', { result: 'not_sampled' }, ['left out', 'left out']],
    ['another result', { result: 'crashed' }, ['left out', 'left out']],
    ['another challenge', response(402, 'maybe'), ['left out', 'left out']],
    ['an unreadable time', { ...valid, at: 'noon' }, ['left out', 'left out']],
    ['a later time', { ...valid, at: ago(-0.001) }, ['left out', 'left out']],
  ])('behavior: %s', (_, observation, expected) => {
    expect(seen(observation)).toEqual(expected)
  })

  test.each([
    ['seven days ago', '2026-11-23T12:00:00Z', 28],
    ['a moment later', '2026-11-23T12:00:00.0001Z', 27],
    ['now', NOW, 27],
    ['a moment after now', '2026-11-30T12:00:00.0001Z', 28],
  ])('behavior: the window, %s', (_, at, unsampled_slots) => {
    const answer = judged({ observations: [{ at, ...valid }, 'x'] })
    expect(answer.unsampled_slots).toBe(unsampled_slots)
  })

  test('behavior: the earliest in a slot counts, the first of two equal ones', () => {
    const at = (time: string, row: Json) => ({
      at: `2026-11-30T${time}Z`,
      ...row,
    })
    const count = (...observations: Json[]) =>
      judged({ observations }).successful_samples
    const bad = { result: 'timeout' }
    expect(count(at('06:00:01', bad), at('06:00:00', valid))).toBe(1)
    expect(count(at('06:00:00', valid), at('06:00:01', bad))).toBe(1)
    expect(count(at('06:00:00', valid), at('06:00:00', bad))).toBe(1)
    expect(count(at('06:00:00', bad), at('06:00:00', valid))).toBe(0)
    expect(count(at('05:59:59', valid), at('06:00:00', valid))).toBe(2)
    expect(
      count(at('06:00:00', { result: 'not_sampled' }), at('06:00:01', valid)),
    ).toBe(1)
  })

  test('behavior: a week touches 29 slots, the newest 28 that hold one count', () => {
    const now = '2026-11-30T15:00:00Z'
    const hours = Array.from({ length: 29 }, (_, i) => 2 - 6 * i)
    const all = hours.map((h) => ({ at: ago(-h), ...valid }))
    const oldest = { at: '2026-11-23T15:00:01Z', result: 'timeout' }
    const rows = [...all.slice(0, 28), oldest]
    const full = judged({ now, observations: rows })
    expect([
      full.usable_samples,
      full.successful_samples,
      full.unsampled_slots,
    ]).toEqual([28, 28, 0])
    const gap = judged({ now, observations: rows.slice(1) })
    expect([
      gap.usable_samples,
      gap.successful_samples,
      gap.unsampled_slots,
    ]).toEqual([28, 27, 0])
  })

  test.each([
    ['26 hours old', [{ at: ago(26), ...valid }], 25],
    ['a second older', [{ at: '2026-11-29T09:59:59Z', ...valid }], null],
    [
      'a failure',
      [
        { at: ago(1), result: 'timeout' },
        { at: ago(7), ...valid },
      ],
      0,
    ],
    [
      'a 2xx',
      [
        { at: ago(1), result: 'response', status: 200 },
        { at: ago(7), ...valid },
      ],
      null,
    ],
    [
      'unusable ones are passed over',
      [
        { at: ago(1), result: 'robots_blocked' },
        { at: ago(7), ...valid },
      ],
      25,
    ],
    ['none', [], null],
  ])(
    'behavior: challenge by the newest usable, %s',
    (_, observations, expected) => {
      expect(points({ observations })['challenge']).toBe(expected)
    },
  )
})
