import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../json/value.js'
import { entry } from '../../x402/testing/challenge-samples.js'
import { judge } from './testing/terms-input.js'

/** `now` and 30 s. */
const SKEW_END = 1_796_040_030

describe('the expiring line', () => {
  test.each<[JsonValue, object, boolean]>([
    [SKEW_END, {}, true],
    [SKEW_END + 1, {}, false],
    [SKEW_END + 1, { skew_s: 31 }, true],
    [SKEW_END + 270, { skew_s: 300 }, true],
    [SKEW_END + 270, { skew_s: 5000 }, true],
    [SKEW_END + 271, { skew_s: 5000 }, false],
    [SKEW_END - 30, { skew_s: 0 }, true],
    [SKEW_END - 29, { skew_s: 0 }, false],
    ['2026-11-30T12:00:00.5Z', { skew_s: 0.5 }, true],
    ['2026-11-30T12:00:00.50001Z', { skew_s: 0.5 }, false],
  ])('behavior: expiry %j with %j', (expiry, options, expired) => {
    const changes = {
      accepts: [entry({ extra: { expiry } })],
      options: { check_expiry: true, ...options },
    }
    const code = expired ? 'challenge_expired' : 'price_ok'
    expect(judge(changes).reason_code).toBe(code)
  })
})
