import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChallengeAnswer, ChallengeData } from './challenge-data.js'
import { robotsBlockedChallenge } from './challenge-record.js'
import { probeOf, probeState } from './probe.js'

type Response = Extract<ChallengeAnswer, { outcome: 'response' }>

function responded(
  more: Partial<Omit<Response, 'headers'>> & {
    headers?: readonly (readonly [string, string])[]
    body?: string
  },
): ChallengeData {
  const { headers = [], body = '', ...rest } = more
  return seen({
    outcome: 'response',
    status: 402,
    headers: headers.map(([name, value]) => ({
      name,
      value_base64: Buffer.from(value).toString('base64'),
    })),
    body_base64: Buffer.from(body).toString('base64'),
    body_truncated: (rest.body_end ?? 'complete') !== 'complete',
    body_end: 'complete',
    redirect_stopped: null,
    ...rest,
  })
}

function seen(answer: ChallengeAnswer, blocked: string | null = null) {
  const nothing = robotsBlockedChallenge('https://a.example/', 'get')
  return { ...nothing, answer, blocked_by: blocked }
}

const HEADER = [['PAYMENT-REQUIRED', 'x']] as const

describe('probeOf', () => {
  test('default: the input of the rulebooks', () => {
    const headers = [
      ['Content-Type', 'text/x'],
      ['X-A', '1'],
      ['x-a', 'zwei ₮'],
      ['__proto__', 'p'],
    ] as const
    const probe = probeOf(responded({ status: 200, headers, body: 'ä' }))
    expect(JSON.stringify(probe)).toBe(
      '{"outcome":"response","status":200,"headers":{"content-type":"text/x","x-a":["1","zwei ₮"],"__proto__":"p"},"body":"ä","body_truncated":false}',
    )
  })

  test.each([
    [
      { outcome: 'timeout', code: 'deadline', detail: 'd' },
      { outcome: 'timeout' },
    ],
    [
      { outcome: 'unreachable', code: 'dns_not_found', detail: 'ENOTFOUND' },
      { outcome: 'unreachable', detail: 'ENOTFOUND' },
    ],
    [
      { outcome: 'refused', code: 'address', detail: 'loopback address' },
      { outcome: 'refused', detail: 'loopback address' },
    ],
    [{ outcome: 'not_asked' }, undefined],
  ] as const)('%j', (answer, expected) => {
    expect(probeOf(seen(answer))).toEqual(expected)
  })

  test.each([
    [{ body_end: 'deadline' }, { outcome: 'timeout' }],
    [
      { body_end: 'lost' },
      { outcome: 'unreachable', detail: 'connection lost in the body' },
    ],
    [{ body_end: 'cap' }, { status: 402, body_truncated: true }],
    [{ body_end: 'undecodable' }, { status: 402, body_truncated: true }],
    [
      { body_end: 'deadline', headers: HEADER },
      { status: 402, body_truncated: true },
    ],
    [
      { body_end: 'lost', headers: HEADER },
      { status: 402, body_truncated: true },
    ],
    [
      { body_end: 'deadline', status: 200 },
      { status: 200, body_truncated: true },
    ],
  ] as const)('behavior: cut short, %j', (more, expected) => {
    expect(probeOf(responded(more))).toMatchObject(expected)
  })

  test('behavior: bytes become whole Unicode, whatever they are', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const body_base64 = Buffer.from(bytes).toString('base64')
        const probe = probeOf(responded({ body_base64 }))
        expect(JSON.stringify(probe)).not.toMatch(/\\ud[89a-f]/)
      }),
    )
  })
})

describe('probeState', () => {
  test.each([
    [402, true, 'conclusive_ok'],
    [402, false, 'conclusive_bad'],
    [200, false, 'conclusive_bad'],
    [302, false, 'conclusive_bad'],
    [404, false, 'conclusive_bad'],
    [500, false, 'conclusive_bad'],
    [400, false, 'not_exercised'],
    [401, false, 'not_exercised'],
    [403, false, 'not_exercised'],
    [405, false, 'not_exercised'],
    [422, false, 'not_exercised'],
    [429, false, 'not_exercised'],
    [503, false, 'not_exercised'],
  ])('%d, readable %s: %s', (status, readable, state) => {
    expect(probeState(responded({ status }), readable)).toBe(state)
  })

  test('behavior: robots and walls block', () => {
    const robots = robotsBlockedChallenge('https://a.example/', 'get')
    expect(robots).toMatchObject({ method: 'GET', requests: 0 })
    expect(probeState(robots, false)).toBe('blocked')
    const { answer } = responded({ status: 403 })
    expect(probeState(seen(answer, 'cloudflare'), false)).toBe('blocked')
  })

  test('behavior: the network is no one', () => {
    const late = { outcome: 'timeout', code: 'deadline', detail: '' } as const
    expect(probeState(seen(late), false)).toBe('no_answer')
    const drip = responded({ body_end: 'deadline' })
    expect(probeState(drip, false)).toBe('no_answer')
    const readable = responded({ body_end: 'deadline', headers: HEADER })
    expect(probeState(readable, true)).toBe('conclusive_ok')
    expect(probeState(readable, false)).toBe('conclusive_bad')
  })
})
