import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readRdapAnswer, readRdapDate } from './rdap-answer.js'

const registered = (
  eventDate: unknown,
  eventAction: unknown = 'registration',
) => ({
  eventAction,
  eventDate,
})

function read(answer: object, domain = 'a.example') {
  const whole = { objectClassName: 'domain', ldhName: 'a.example', ...answer }
  const reading = readRdapAnswer(JSON.stringify(whole), domain)
  return reading.status === 'known' ? reading.registered_at : reading.reason
}

const DATE = '2020-02-03T04:05:06Z'

describe('readRdapAnswer', () => {
  test('default', () => {
    const events = [
      { eventAction: 'expiration', eventDate: '2030-01-01T00:00:00Z' },
      registered('2020-02-03T06:05:06.789+02:00'),
      { eventAction: 'last changed', eventDate: '2026-01-01T00:00:00Z' },
    ]
    const text = JSON.stringify({
      objectClassName: 'domain',
      ldhName: 'A.EXAMPLE.',
      events,
    })
    expect(readRdapAnswer(text, 'a.example')).toEqual({
      status: 'known',
      registered_at: '2020-02-03T04:05:06.789Z',
      written: '2020-02-03T06:05:06.789+02:00',
    })
    expect(readRdapAnswer(`\ufeff${text}`, 'a.example').status).toBe('known')
  })

  test.each([
    ['spelled otherwise', [registered(DATE, ' Registration ')], DATE],
    [
      'the latest of several',
      [
        registered(DATE),
        registered('2024-01-01T00:00:00Z'),
        registered('1999-01-01T00:00:00Z'),
      ],
      '2024-01-01T00:00:00Z',
    ],
    [
      'the readable of several',
      [registered('createTime'), registered(DATE)],
      DATE,
    ],
    [
      'odd rows beside',
      [null, 1, 'registration', [], {}, registered(DATE)],
      DATE,
    ],
    [
      'only last changed',
      [registered(DATE, 'last changed')],
      'no_registration_event',
    ],
    [
      'only reregistration',
      [registered(DATE, 'reregistration')],
      'no_registration_event',
    ],
    [
      'an action that is no text',
      [registered(DATE, ['registration'])],
      'no_registration_event',
    ],
    ['none', [], 'no_registration_event'],
    ['an object', { registration: DATE }, 'no_registration_event'],
    ['null', null, 'no_registration_event'],
    ['an unreadable date', [registered('2020-13-01T00:00:00Z')], 'bad_date'],
    ['a number', [registered(1_580_702_706)], 'bad_date'],
    ['no date', [registered(undefined)], 'bad_date'],
  ])('behavior: events, %s', (_, events, expected) => {
    expect(read({ events })).toBe(expected)
  })

  const events = [registered(DATE)]
  test.each([
    ['another name', { events, ldhName: 'b.example' }, 'other_domain'],
    ['a name under it', { events, ldhName: 'x.a.example' }, 'other_domain'],
    ['no name', { events, ldhName: null }, 'not_a_domain'],
    ['a nameserver', { events, objectClassName: 'nameserver' }, 'not_a_domain'],
    [
      'a list as class',
      { events, objectClassName: ['domain'] },
      'not_a_domain',
    ],
    ['no class', { events, objectClassName: null }, DATE],
    ['a class in capitals', { events, objectClassName: 'Domain' }, DATE],
    ['an error', { errorCode: 404, ldhName: undefined }, 'not_a_domain'],
  ])('behavior: %s', (_, answer, expected) => {
    expect(read(answer)).toBe(expected)
  })

  test.each([
    ['', 'bad_json'],
    ['<html>', 'bad_json'],
    ['{"ldhName":', 'bad_json'],
    ['null', 'not_a_domain'],
    ['[]', 'not_a_domain'],
    ['"domain"', 'not_a_domain'],
    [`${'['.repeat(100_000)}`, 'bad_json'],
  ])('behavior: text %.20j', (text, reason) => {
    expect(readRdapAnswer(text, 'a.example')).toEqual({
      status: 'unknown',
      reason,
    })
  })

  test('behavior: an IDN by its A-label', () => {
    const domain = 'xn--mnchen-3ya.example'
    expect(read({ events, ldhName: domain }, domain)).toBe(DATE)
  })

  test('behavior: total on any JSON', () => {
    const row = fc.record(
      {
        eventAction: fc.constantFrom('registration', 'x'),
        eventDate: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    const answer = fc.record({
      objectClassName: fc.constantFrom<unknown>('domain', null, 1),
      ldhName: fc.constantFrom<unknown>('a.example', null),
      events: fc.oneof(fc.array(row), fc.jsonValue()),
    })
    fc.assert(
      fc.property(fc.oneof(answer, fc.jsonValue()), (value) => {
        const { status } = readRdapAnswer(JSON.stringify(value), 'a.example')
        expect(['known', 'unknown']).toContain(status)
      }),
    )
  })
})

describe('readRdapDate', () => {
  test.each([
    ['2014-11-17T16:00:29.0Z', '2014-11-17T16:00:29Z'],
    ['2021-12-14T20:28:53-05:00', '2021-12-15T01:28:53Z'],
    ['2014-03-20T12:59:17.000+0000', '2014-03-20T12:59:17Z'],
    ['2014-03-20T12:59:17-0430', '2014-03-20T17:29:17Z'],
    ['2008-08-18T13:19:55', '2008-08-18T13:19:55Z'],
    ['2008-08-18 13:19:55', '2008-08-18T13:19:55Z'],
    ['2008-08-18', '2008-08-18T00:00:00Z'],
    [' 2008-08-18T13:19:55z ', '2008-08-18T13:19:55Z'],
    ['2008-02-30', undefined],
    ['18.08.2008', undefined],
    ['2008-08-18T13:19', undefined],
    ['2008-08-18T13:19:55 UTC', undefined],
    ['2008-08-18T25:19:55Z', undefined],
    ['createTime', undefined],
    ['', undefined],
  ])('%s', (written, at) => {
    expect(readRdapDate(written)).toBe(at)
  })
})

const corpus = join(process.env['ASSAY_CORPUS'] ?? '', 'rdap')
const hasCorpus =
  process.env['ASSAY_CORPUS'] !== undefined && existsSync(corpus)

describe.skipIf(!hasCorpus)(
  'readRdapAnswer: the RDAP corpus (needs ASSAY_CORPUS)',
  () => {
    const files = hasCorpus
      ? readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter(
          (name) => /\.(json|txt)$/.test(name),
        )
      : []
    const load = (name: string) => readFileSync(join(corpus, name), 'utf8')

    test('behavior: every file is read without a throw', () => {
      const known = files.filter(
        (name) => readRdapAnswer(load(name), 'google.com').status === 'known',
      )
      expect(files.length).toBeGreaterThan(100)
      expect(known.length).toBeGreaterThan(0)
    })

    test.each([
      [
        'pogzyb+whodap/tests/samples/google.com.json',
        'google.com',
        '1997-09-15T07:00:00Z',
      ],
      [
        'pogzyb+whodap/tests/samples/bitcoin.org.json',
        'bitcoin.org',
        '2008-08-18T13:19:55Z',
      ],
      [
        'pogzyb+whodap/tests/samples/amazon.cyou.json',
        'amazon.cyou',
        '2020-05-14T00:00:00Z',
      ],
      [
        'meeb+whoisit/tests/data_rdap_response_domain1.json',
        'google.com',
        '1997-09-15T04:00:00Z',
      ],
      [
        'icann+icann-rdap/icann-rdap-client/src/test_files/home.moscow.json',
        'home.moscow',
        '2021-10-19T19:28:12Z',
      ],
      [
        'hiqdev+rdap/tests/unit/Serialization/Symfony/stub/full_domain_info.json',
        'xn--e1aybc.xn--j1amh',
        'no_registration_event',
      ],
      [
        'DNSBelgium+rdap/server/src/test/resources/DomainControllerTest.maximalDomain.json',
        'example.com',
        'bad_date',
      ],
      [
        'icann+icann-rdap/icann-rdap-common/src/response/test_files/error_ripe_net.json',
        'example.com',
        'not_a_domain',
      ],
    ])('behavior: %s', (name, domain, expected) => {
      const reading = readRdapAnswer(load(name), domain)
      const found =
        reading.status === 'known' ? reading.registered_at : reading.reason
      expect(found).toBe(expected)
    })
  },
)
