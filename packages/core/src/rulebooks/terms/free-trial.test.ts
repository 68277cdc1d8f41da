import { describe, expect, test } from 'vitest'
import type { CollectedHeaders } from '../../x402/headers.js'
import { isFreeTrialActive } from './free-trial.js'

describe('isFreeTrialActive', () => {
  test.each<[CollectedHeaders, boolean]>([
    [{}, false],
    [{ 'x-free-trial': 'true' }, true],
    [{ 'X-Free-Trial': '' }, true],
    [{ 'x-free-trial': 'off' }, true],
    [{ 'x-free-trial': '00' }, true],
    [{ 'x-free-trial': ' False ' }, false],
    [{ 'x-free-trial': '0' }, false],
    [{ 'x-free-trial': 'NO' }, false],
    [{ 'x-free-trial': ['no', 'yes'] }, false],
    [{ 'x-free-trial': 'no', 'x-free-trial-remaining': '3' }, false],
    [{ 'x-free-trial': [], 'x-free-trial-remaining': '3' }, true],
    [{ 'x-free-trial-remaining': '3' }, true],
    [{ 'x-free-trial-remaining': '' }, true],
    [{ 'x-free-trial-remaining': '-1' }, true],
    [{ 'x-free-trial-remaining': '0.0' }, true],
    [{ 'x-free-trial-remaining': '0' }, false],
    [{ 'x-free-trial-remaining': ' 000 ' }, false],
    [{ 'X-Free-Trial-Remaining': ['0', '5'] }, false],
  ])('default %j', (headers, expected) => {
    expect(isFreeTrialActive(headers)).toBe(expected)
  })
})
