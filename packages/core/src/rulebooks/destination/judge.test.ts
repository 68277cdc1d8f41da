import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isInputError } from '../../rulebook/input.js'
import { judgeDestination } from './judge.js'
import { destinationOutput } from './output.js'

const NOW = '2026-11-30T12:00:00Z'
const OLD = { status: 'known', registered_at: '2020-01-01T00:00:00Z' }

function judge(target: unknown, registration: unknown = OLD) {
  const answer = judgeDestination({ now: NOW, target, registration })
  if (isInputError(answer)) throw new Error(answer.error.message)
  return answer
}

/** One line a case: score, verdict, type, host and codes. */
function short(target: unknown, registration?: unknown) {
  const answer = judge(target, registration)
  const codes = answer.reasons.map((reason) => reason.code).join(' ')
  return `${answer.score} ${answer.verdict} ${answer.target_type} ${answer.host} [${codes}]`
}

describe('judgeDestination', () => {
  test('default', () => {
    expect(judge('https://openabi.com/pay')).toEqual({
      rulebook: 'destination',
      version: '1',
      target_type: 'url',
      host: 'openabi.com',
      score: 8,
      verdict: 'block',
      recommended_action: 'do_not_pay',
      reasons: [
        {
          code: 'typosquat',
          text: 'The name is a misspelling of openai.',
          effect: { cap: 8 },
        },
      ],
      domain_age_days: null,
      policy_version: '1',
      checked_at: NOW,
    })
  })

  test('behavior: a plain old host is unknown, its age is given', () => {
    expect(judge('example.org')).toEqual({
      rulebook: 'destination',
      version: '1',
      target_type: 'domain',
      host: 'example.org',
      score: 100,
      verdict: 'unknown',
      recommended_action: 'verify_out_of_band',
      reasons: [],
      domain_age_days: 2525,
      policy_version: '1',
      checked_at: NOW,
    })
  })

  test.each([
    // Missing and unreadable targets.
    [undefined, '5 block invalid null [missing_target]'],
    [null, '5 block invalid null [missing_target]'],
    [['openai.com'], '5 block invalid null [missing_target]'],
    [' \n', '5 block invalid null [missing_target]'],
    ['nodots', '5 block invalid null [missing_target]'],
    ['a..example.org', '5 block invalid null [missing_target]'],
    ['https://.example.org', '5 block invalid null [missing_target]'],
    ['https://./', '5 block invalid null [missing_target]'],
    ['exa mple.org', '5 block invalid null [missing_target]'],
    ['foo://nodots', '5 block invalid null [missing_target]'],
    ['a:12345', '5 block invalid null [missing_target]'],
    // Wallets.
    [`0X${'a'.repeat(40)}`, '80 unknown wallet null [wallet_unanalyzed]'],
    [`0x${'a'.repeat(39)}`, '0 block wallet null [invalid_wallet]'],
    [`0x${'a'.repeat(41)}`, '0 block wallet null [invalid_wallet]'],
    [`0X${'F'.repeat(40)}`, '0 block wallet null [burn_address]'],
    // Schemes.
    ['HTTP://example.org', '12 block url example.org [non_https]'],
    ['ws://example.org', '12 block url example.org [non_https]'],
    ['ftp://example.org', '12 block url example.org [non_https]'],
    ['wss://example.org', '10 block url example.org [unsupported_scheme]'],
    ['mailto:a@example.org', '10 block url null [unsupported_scheme]'],
    ['file:///etc/passwd', '10 block url null [unsupported_scheme]'],
    ['foo://Example.ORG', '10 block url example.org [unsupported_scheme]'],
    ['foo://10.0.0.1', '10 block url 10.0.0.1 [unsupported_scheme]'],
    [
      'foo://[::1]',
      '5 block url [::1] [unsupported_scheme raw_ip local_or_private]',
    ],
    ['foo://xn--a.org', '10 block url xn--a.org [unsupported_scheme]'],
    ['https:openai.com', '100 trusted url openai.com []'],
    ['localhost:3000', '5 block url localhost [local_or_private]'],
    // Shapes.
    ['  Example.ORG.. ', '100 unknown domain example.org []'],
    ['example.org?', '100 unknown url example.org []'],
    ['example.org#', '100 unknown url example.org []'],
    ['example.org\\x', '100 unknown url example.org []'],
    ['example.org:443', '100 unknown url example.org []'],
    ['[2606:4700::1111]', '8 block domain [2606:4700::1111] [raw_ip]'],
    // Hard rules, all collected.
    ['https://@example.org', '100 unknown url example.org []'],
    ['https://u@example.org', '10 block url example.org [url_userinfo]'],
    ['https://:p@example.org', '10 block url example.org [url_userinfo]'],
    ['8.8.8.8', '8 block domain 8.8.8.8 [raw_ip]'],
    [
      'http://u@0x7f.1/',
      '5 block url 127.0.0.1 [non_https url_userinfo raw_ip local_or_private]',
    ],
    [
      '169.254.169.254.',
      '5 block domain 169.254.169.254 [raw_ip local_or_private]',
    ],
    ['a.localhost', '5 block domain a.localhost [local_or_private]'],
    ['printer.local', '5 block domain printer.local [local_or_private]'],
    ['db.internal', '5 block domain db.internal [local_or_private]'],
    ['r.home.arpa', '5 block domain r.home.arpa [local_or_private]'],
    ['home.arpa', '100 unknown domain home.arpa []'],
    ['notlocal.localx', '100 unknown domain notlocal.localx []'],
    ['archive.zip', '15 block domain archive.zip [bad_tld]'],
    ['zip.org', '100 unknown domain zip.org []'],
    [
      'a.metamask-support.com',
      '5 block domain a.metamask-support.com [denylist]',
    ],
    [
      'http://u@free-usdc.com',
      '5 block url free-usdc.com [non_https url_userinfo denylist free_crypto]',
    ],
    [
      'claim-your-airdrop-seed-phrase-walletconnect-freecoins-claimtokens.ml',
      '5 block domain claim-your-airdrop-seed-phrase-walletconnect-freecoins-claimtokens.ml [bad_tld airdrop_bait seed_phrase wallet_connect_phish free_crypto claim_crypto]',
    ],
    // ENS.
    ['vitalik.eth', '70 suspicious ens vitalik.eth [ens_name]'],
    ['http://vitalik.eth', '12 block ens vitalik.eth [non_https ens_name]'],
    [
      'openai.eth:8443',
      '10 block ens openai.eth [ens_name brand_impersonation unusual_port]',
    ],
    // The allowlist.
    ['a.b.openai.com', '100 trusted domain a.b.openai.com []'],
    ['free-usdc.openai.com', '100 trusted domain free-usdc.openai.com []'],
    ['a-b-c-d.openai.com', '100 trusted domain a-b-c-d.openai.com []'],
    ['googleapis.com', '100 trusted domain googleapis.com []'],
    ['api.googleapis.com', '100 trusted domain api.googleapis.com []'],
    ['openai.com:8443', '85 suspicious url openai.com [unusual_port]'],
    ['docs.google.com', '100 unknown domain docs.google.com []'],
    [
      'free-usdc.docs.google.com',
      '5 block domain free-usdc.docs.google.com [free_crypto]',
    ],
    [
      'a-b-c-d.docs.google.com',
      '69 suspicious domain a-b-c-d.docs.google.com [hyphen_count_at_least_3]',
    ],
    [
      'b.storage.googleapis.com',
      '88 unknown domain b.storage.googleapis.com [age_unknown]',
    ],
    // Hyphens.
    ['a-b-c.example', '100 unknown domain a-b-c.example []'],
    [
      'a-b.c-d-e.example',
      '69 suspicious domain a-b.c-d-e.example [hyphen_count_at_least_3]',
    ],
    ['münchen-a.example', '100 unknown domain xn--mnchen-a-65a.example []'],
    // The hyphen before the encoded part stands in the ASCII host and counts.
    [
      'münchen-a-b.example',
      '69 suspicious domain xn--mnchen-a-b-9db.example [hyphen_count_at_least_3]',
    ],
    [
      'a-b-c-d.vercel.app',
      '88 unknown domain a-b-c-d.vercel.app [age_unknown]',
    ],
    // Names.
    ['openai.io', '55 suspicious domain openai.io [brand_impersonation]'],
    ['google.de', '100 unknown domain google.de []'],
    [
      'аррӏе.example',
      '60 suspicious domain xn--80ak6aa92e.example [unicode_or_punycode_lookalike]',
    ],
    [
      'pаypal-login.example',
      '15 block domain xn--pypal-login-yij.example [brand_impersonation unicode_or_punycode_lookalike]',
    ],
    // The URL.
    [
      'https://example.org/0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
      '85 unknown url example.org [embedded_wallet_in_url]',
    ],
    [
      'https://openai.com/?0X209693BC6AFC0C5328BA36FAF03C514EF312287Cg',
      '85 unknown url openai.com [embedded_wallet_in_url]',
    ],
    [
      'https://openai.com/#0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
      '85 unknown url openai.com [embedded_wallet_in_url]',
    ],
    [
      'https://openai.com/0x209693Bc6afc0C5328bA36FaF03C514EF312287Ca',
      '100 trusted url openai.com []',
    ],
    [
      'https://0x209693bc6afc0c5328ba36faf03c514ef312287c.example/',
      '100 unknown url 0x209693bc6afc0c5328ba36faf03c514ef312287c.example []',
    ],
  ])('behavior: %j', (target, expected) => {
    expect(short(target)).toBe(expected)
  })

  test('threshold: 2048 UTF-16 units are read, 2049 are not', () => {
    const path = (length: number) => `https://example.org/`.padEnd(length, 'a')
    expect(judge(path(2048)).target_type).toBe('url')
    expect(judge(path(2049)).target_type).toBe('invalid')
    expect(judge(` ${path(2048)} `).target_type).toBe('url')
  })

  test('behavior: penalties add up, never below zero', () => {
    const young = { status: 'known', registered_at: '2026-11-26T12:00:00Z' }
    expect(short('https://paypal-a-b-c.example:1/', young)).toBe(
      '0 block url paypal-a-b-c.example [age_under_7_days hyphen_count_at_least_3 brand_impersonation unusual_port]',
    )
  })

  test.each([
    [{ now: NOW, target: 'a.org', registration: 5 }, 'registration'],
    [{ now: NOW, target: 'a.org', registration: [] }, 'registration'],
    [
      { now: NOW, target: 'a.org', registration: { status: 'maybe' } },
      'registration.status',
    ],
    [
      { now: NOW, target: '', registration: { registered_at: 5 } },
      'registration.registered_at',
    ],
    [
      { now: NOW, target: '', registration: { reason: 5 } },
      'registration.reason',
    ],
    [{ target: 'a.org' }, 'now'],
    [{ now: 'today', target: 'a.org' }, 'now'],
    [[], ''],
    [null, ''],
  ])('behavior: input error for %j', (input, path) => {
    expect(judgeDestination(input)).toMatchObject({
      error: { code: 'invalid_input', path },
    })
  })

  test('behavior: checked_at in UTC, milliseconds only when not zero', () => {
    const at = (now: string) => judgeDestination({ now, target: 'openai.com' })
    expect(at('2026-11-30T14:00:00.2509+02:00')).toMatchObject({
      checked_at: '2026-11-30T12:00:00.250Z',
    })
  })

  test('behavior: other fields change nothing', () => {
    const plain = { now: NOW, target: 'openai.io', registration: OLD }
    const wordy = { ...plain, amount_usd: 1e9, purpose: 'trust me' }
    expect(judgeDestination(wordy)).toEqual(judgeDestination(plain))
  })

  test('property: total and deterministic on any JSON', () => {
    const input = fc.oneof(
      fc.jsonValue(),
      fc.record({ now: fc.constant(NOW), target: fc.jsonValue() }),
      fc.record({
        now: fc.constant(NOW),
        target: fc.oneof(fc.webUrl(), fc.domain(), fc.string(), fc.ipV6()),
        registration: fc.jsonValue(),
      }),
    )
    fc.assert(
      fc.property(input, (value) => {
        const answer = judgeDestination(value)
        expect(judgeDestination(value)).toEqual(answer)
        if (!isInputError(answer))
          expect(destinationOutput.parse(answer)).toEqual(answer)
      }),
    )
  })

  test('property: total on mutated hosts of every scheme', () => {
    const piece = fc.constantFrom(
      ...'.-:/@[]%#?\\ аa0'.split(''),
      'xn--',
      'openai',
      'paypal',
      'eth',
      'com',
      'https://',
      'foo://',
      '127.0.0.1',
    )
    const target = fc.array(piece, { maxLength: 12 })
    fc.assert(
      fc.property(target, (pieces) => {
        const answer = judge(pieces.join(''))
        expect(destinationOutput.parse(answer)).toEqual(answer)
      }),
    )
  })

  test('behavior: hostile text is read in linear time', () => {
    for (const text of [
      'a.'.repeat(1_000),
      'a-'.repeat(1_000),
      '.'.repeat(2_000),
      'free-'.repeat(400),
      '0x'.repeat(1_000),
      'я.'.repeat(600),
      `a.org${'.'.repeat(2_000)}`,
    ])
      expect(judge(`${text}com`).score).toBeLessThanOrEqual(100)
  })
})
