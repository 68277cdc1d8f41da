import { describe, expect, test } from 'vitest'
import type { FetchResponse } from './net/fetch-types.js'
import {
  type Attempt,
  type ChallengeRequest,
  firstAttempt,
  nextAttempt,
  tellsMore,
} from './next-attempt.js'

const url = 'https://a.example/x'

function answer(
  status: number,
  headers: FetchResponse['headers'] = [],
): FetchResponse {
  return {
    outcome: 'response',
    status,
    headers,
    body: new Uint8Array(),
    bodyEnd: 'complete',
    redirectStopped: null,
    url,
    peer: null,
    hops: [],
    timing: { dnsMs: 0, connectMs: 0, firstByteMs: 0, totalMs: 0 },
  }
}

function plan(request: Partial<ChallengeRequest>, ...answers: FetchResponse[]) {
  const whole = { url, ...request }
  const done: Attempt[] = [firstAttempt(whole)]
  for (const each of answers) {
    const next = nextAttempt(whole, done, each)
    if (next === undefined) break
    done.push(next)
  }
  return done.map(({ reason, method, body, accept }) =>
    [reason, method, body, accept]
      .filter((part) => part !== undefined)
      .join(' '),
  )
}

const html = answer(402, [['Content-Type', 'text/html']])

describe('firstAttempt', () => {
  test.each([
    [{}, 'first GET'],
    [{ method: 'post' }, 'first POST'],
    [{ method: 'POST', sampleBody: '{"s":1}' }, 'first POST {"s":1}'],
    [{ method: 'POST', body: '{}', sampleBody: '{"s":1}' }, 'first POST {}'],
    [{ method: 'GET', sampleBody: '{"s":1}' }, 'first GET'],
    [{ method: 'DELETE', sampleBody: '{"s":1}' }, 'first DELETE'],
  ])('%j', (request, expected) => {
    expect(plan(request)).toEqual([expected])
  })
})

describe('nextAttempt', () => {
  test.each([
    ['402 ends it', {}, [answer(402)], []],
    ['200 ends it', {}, [answer(200)], []],
    ['500 ends it', {}, [answer(500)], []],
    ['GET 405: POST with nothing', {}, [answer(405)], ['post POST ']],
    [
      'GET 404: POST with the sample',
      { sampleBody: '{"s":1}' },
      [answer(404)],
      ['post POST {"s":1}'],
    ],
    [
      'GET 404: POST with the own body',
      { body: '{}', sampleBody: '{"s":1}' },
      [answer(404)],
      ['post POST {}'],
    ],
    ['POST only once', {}, [answer(405), answer(405)], ['post POST ']],
    ['no other method turns', { method: 'DELETE' }, [answer(405)], []],
    ['POST 405 stays', { method: 'POST' }, [answer(405)], []],
    ['400 without a sample', { method: 'POST' }, [answer(400)], []],
    [
      '400 on the sample',
      { method: 'POST', sampleBody: 's' },
      [answer(400)],
      [],
    ],
    [
      '400 on the own body',
      { method: 'POST', body: 'b', sampleBody: 's' },
      [answer(400)],
      ['sample_body POST s'],
    ],
    [
      '422 the same',
      { method: 'PUT', body: 'b', sampleBody: 's' },
      [answer(422)],
      ['sample_body PUT s'],
    ],
    [
      '415 the same',
      { method: 'PATCH', body: 'b', sampleBody: 's' },
      [answer(415)],
      ['sample_body PATCH s'],
    ],
    [
      'the sample only once',
      { method: 'POST', body: 'b', sampleBody: 's' },
      [answer(400), answer(400)],
      ['sample_body POST s'],
    ],
    [
      'undeclared GET 400: POST the sample',
      { sampleBody: 's' },
      [answer(400)],
      ['sample_body POST s'],
    ],
    ['declared GET 400', { method: 'GET', sampleBody: 's' }, [answer(400)], []],
    [
      'undeclared GET 404, POST 400 of the own body',
      { body: 'b', sampleBody: 's' },
      [answer(404), answer(400)],
      ['post POST b', 'sample_body POST s'],
    ],
    ['a page at 402', {}, [html, html], ['not_a_browser GET application/json']],
    [
      'a page with the header is readable',
      {},
      [
        answer(402, [
          ['content-type', 'text/html'],
          ['PAYMENT-REQUIRED', 'x'],
        ]),
      ],
      [],
    ],
    ['no follow-ups', { followUps: 'none' as const }, [html], []],
    [
      'all there is',
      { body: 'b', sampleBody: 's' },
      [answer(405), answer(400), html],
      [
        'post POST b',
        'sample_body POST s',
        'not_a_browser POST s application/json',
      ],
    ],
  ])('behavior: %s', (_, request, answers, expected) => {
    expect(plan(request, ...answers).slice(1)).toEqual(expected)
  })

  test('behavior: nothing done, nothing next', () => {
    expect(nextAttempt({ url }, [], answer(405))).toBeUndefined()
  })
})

describe('tellsMore', () => {
  test.each([
    ['post', 402, true],
    ['post', 200, true],
    ['post', 299, true],
    ['post', 300, false],
    ['post', 400, true],
    ['post', 401, true],
    ['post', 404, false],
    ['post', 405, false],
    ['post', 500, false],
    ['sample_body', 402, true],
    ['sample_body', 204, true],
    ['sample_body', 400, false],
    ['sample_body', 500, false],
    ['not_a_browser', 402, true],
    ['not_a_browser', 200, false],
  ] as const)('%s %d', (reason, status, expected) => {
    expect(tellsMore(reason, answer(status))).toBe(expected)
  })

  test('behavior: the same page again tells nothing', () => {
    expect(tellsMore('not_a_browser', html)).toBe(false)
  })
})
