import { describe, expect, test } from 'vitest'
import { guardReason } from './guard-reasons.js'

describe('guardReason', () => {
  test('default: the sentence is filled in', () => {
    expect(
      guardReason('host_mismatch', { measured: 'a', threshold: 'b' }),
    ).toEqual({
      decision: 'block',
      rulebook: 'guard',
      code: 'host_mismatch',
      text: 'The request goes to a, the task expects b.',
      measured: 'a',
      threshold: 'b',
      would_allow: 'a request to b',
    })
  })

  test.each([
    '\u001b[2J',
    '\u0007',
    '\u009b31m',
    '\r\n',
    '\u202e',
    '\u2028',
    '\u200b',
    '\ud800',
  ])('behavior: %j of somebody else writes no terminal', (text) => {
    const { measured, text: said } = guardReason('engine_silent', {
      measured: `a${text}b`,
    })
    const shown = '?'.repeat(
      [...text].filter((one) => !/[[2J31m]/.test(one)).length,
    )
    expect(String(measured).replace(/[[2J31m]/g, '')).toBe(`a${shown}b`)
    expect(said).toContain(String(measured))
    expect(said).not.toContain(text)
  })

  test('behavior: nor fills a log', () => {
    const { measured } = guardReason('engine_silent', {
      measured: 'é'.repeat(501),
    })
    expect(measured).toBe('é'.repeat(500))
  })

  test('behavior: a figure stays a figure', () => {
    expect(guardReason('retry_storm', { measured: 2 }).measured).toBe(2)
  })
})
