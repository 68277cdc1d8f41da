import { describe, expect, test } from 'vitest'
import type {
  FetchRequest,
  FetchResponse,
  FetchResult,
} from './net/fetch-types.js'
import type { SafeFetch } from './net/safe-fetch.js'
import { type RdapBootstrap, readRdapServices } from './rdap/bootstrap.js'
import { collectRegistration } from './registration.js'
import { recordingDialer, testFetch } from './testing/network.js'
import { SELLER_CERTIFICATE } from './testing/seller-certificate.js'
import { httpsServer } from './testing/servers.js'

const services = readRdapServices(
  JSON.stringify({
    services: [
      [['com'], ['https://rdap.one/v1/']],
      [
        ['net'],
        ['https://rdap.one/', 'https://rdap.two/', 'https://rdap.three/'],
      ],
      [['test'], ['https://seller.test/rdap/']],
    ],
  }),
)
const bootstrap: RdapBootstrap = async () => services

const RECORD = JSON.stringify({
  objectClassName: 'domain',
  ldhName: 'A.com',
  events: [{ eventAction: 'registration', eventDate: '2020-02-03T04:05:06Z' }],
})

function answering(...answers: readonly object[]) {
  const asked: FetchRequest[] = []
  const fetch: SafeFetch = async (request) => {
    const answer = answers[asked.length]
    asked.push(request)
    const response: Partial<FetchResponse> = {
      outcome: 'response',
      status: 200,
      headers: [],
      body: Buffer.from(RECORD),
      bodyEnd: 'complete',
      url: request.url,
    }
    return { ...response, ...answer } as FetchResult
  }
  return { fetch, asked }
}

describe('collectRegistration', () => {
  test('default', async () => {
    const { fetch, asked } = answering()
    expect(await collectRegistration('A.com.', { fetch, bootstrap })).toEqual({
      status: 'known',
      registered_at: '2020-02-03T04:05:06Z',
      written: '2020-02-03T04:05:06Z',
      domain: 'a.com',
      source: 'https://rdap.one/v1/domain/a.com',
    })
    expect(asked).toEqual([
      {
        url: 'https://rdap.one/v1/domain/a.com',
        headers: { accept: 'application/rdap+json, application/json;q=0.9' },
        limits: { bodyBytes: 262_144 },
        signal: undefined,
      },
    ])
  })

  test.each([
    ['a.com', { status: 404 }, 'not_found', '', null],
    [
      'a.com',
      { status: 429, headers: [['Retry-After', '120']] },
      'rate_limited',
      '429',
      120,
    ],
    [
      'a.com',
      { status: 429, headers: [['Retry-After', 'later']] },
      'rate_limited',
      '429',
      null,
    ],
    ['a.com', { status: 503 }, 'bad_status', '503', null],
    ['a.com', { status: 302 }, 'bad_status', '302', null],
    ['a.com', { body: Buffer.from('<html>') }, 'bad_json', '', null],
    ['a.com', { bodyEnd: 'cap' }, 'too_large', '', null],
    ['a.com', { bodyEnd: 'lost' }, 'no_answer', 'lost', null],
    [
      'a.com',
      { outcome: 'timeout', code: 'deadline' },
      'no_answer',
      'deadline',
      null,
    ],
    [
      'a.com',
      { outcome: 'refused', code: 'address' },
      'no_answer',
      'address',
      null,
    ],
    ['b.com', {}, 'other_domain', '', null],
  ])(
    'behavior: %s %j is unknown, %s',
    async (domain, answer, reason, detail, wait) => {
      const { fetch } = answering(answer)
      expect(await collectRegistration(domain, { fetch, bootstrap })).toEqual({
        status: 'unknown',
        reason,
        detail,
        domain,
        source: `https://rdap.one/v1/domain/${domain}`,
        retry_after_s: wait,
      })
    },
  )

  test.each([
    ['a.io', 'no_server', 'a.io'],
    ['com', 'bad_domain', 'com'],
    ['', 'bad_domain', ''],
    ['a b.com', 'bad_domain', 'a b.com'],
    ['../x.com', 'bad_domain', '../x.com'],
    ['127.0.0.1', 'bad_domain', '127.0.0.1'],
    ['[::1]', 'bad_domain', '[::1]'],
    [`${'a'.repeat(64)}.com`, 'bad_domain', `${'a'.repeat(64)}.com`],
  ])('behavior: %j is asked of nobody', async (registrable, reason, domain) => {
    const { fetch, asked } = answering()
    expect(
      await collectRegistration(registrable, { fetch, bootstrap }),
    ).toEqual({
      status: 'unknown',
      reason,
      detail: '',
      domain,
      source: null,
      retry_after_s: null,
    })
    expect(asked).toEqual([])
  })

  test('behavior: no list, no answer', async () => {
    const { fetch } = answering()
    const none: RdapBootstrap = async () => undefined
    const data = await collectRegistration('a.com', { fetch, bootstrap: none })
    expect(data).toMatchObject({ status: 'unknown', reason: 'no_bootstrap' })
  })

  test('behavior: a Unicode name is asked by its A-labels', async () => {
    const { fetch, asked } = answering()
    await collectRegistration('München.com', { fetch, bootstrap })
    expect(asked[0]?.url).toBe('https://rdap.one/v1/domain/xn--mnchen-3ya.com')
  })

  test('behavior: a second server when the first does not answer, no third', async () => {
    const dead = { outcome: 'unreachable', code: 'connection_refused' }
    const body = Buffer.from(RECORD.replace('A.com', 'a.net'))
    const second = answering(dead, { body })
    const found = await collectRegistration('a.net', { ...second, bootstrap })
    expect(found).toMatchObject({
      status: 'known',
      source: 'https://rdap.two/domain/a.net',
    })
    const none = answering(dead, dead, { body })
    const data = await collectRegistration('a.net', { ...none, bootstrap })
    expect(data).toMatchObject({ reason: 'no_answer' })
    expect(none.asked).toHaveLength(2)
    const missing = answering({ status: 404 }, { body })
    await collectRegistration('a.net', { ...missing, bootstrap })
    expect(missing.asked).toHaveLength(1)
  })

  test('behavior: over a real connection, through a redirect', async () => {
    const server = await httpsServer(({ url }, answer) => {
      if (url === '/rdap/domain/x.test')
        answer.writeHead(301, { location: '/moved' }).end()
      else answer.end(RECORD.replace('A.com', 'x.test'))
    })
    const { dialer } = recordingDialer(server, { ca: SELLER_CERTIFICATE })
    const resolver = async () => [{ address: '8.8.8.8', family: 4 }]
    const fetch = testFetch({ dialer, resolver })
    const data = await collectRegistration('x.test', { fetch, bootstrap })
    expect(data).toMatchObject({
      status: 'known',
      source: 'https://seller.test/moved',
    })
  })
})
