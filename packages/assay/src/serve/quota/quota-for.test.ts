import { describe, expect, test } from 'vitest'
import { LIMITS } from './limits.js'
import { type Counted, quotaFor } from './quota-for.js'
import { saltedSubject } from './subjects.js'
import { MIDNIGHT, NOBODY, NOON } from './testing/callers.js'

const SETTINGS = { salt: 'salt' }
const DAY = { from: MIDNIGHT - 86_400_000, until: MIDNIGHT }
const KEY = {
  id: 'key-1',
  key_sha256: '00',
  created_at: 0,
  tier: 'free',
  label: null,
} as const

describe('quotaFor', () => {
  test('default: a free check counts for the client name and the network', () => {
    const caller = { ...NOBODY, client: ' My-Agent ' }
    expect(quotaFor('terms', 'check', caller, SETTINGS, NOON)).toEqual([
      {
        scope: 'terms_free_client',
        subject: saltedSubject('salt', 'client', 'my-agent'),
        ...DAY,
        limit: 5,
      },
      {
        scope: 'terms_free_network',
        subject: NOBODY.address_sha256,
        ...DAY,
        limit: 25,
      },
    ])
  })

  test('behavior: without a name it counts for the network in both', () => {
    const claims = quotaFor('terms', 'dry_run', NOBODY, SETTINGS, NOON)
    expect(
      claims.map(({ scope, subject, limit }) => [scope, subject, limit]),
    ).toEqual([
      ['terms_dry_client', NOBODY.address_sha256, 50],
      ['terms_dry_network', NOBODY.address_sha256, 200],
    ])
  })

  test('behavior: payers are counted by the hour, in any spelling', () => {
    const claimsOf = (payer: string | null, now = NOON) => {
      const paid = { payment_id: 'p', payer }
      return quotaFor('terms', 'paid', { ...NOBODY, paid }, SETTINGS, now)
    }
    expect(claimsOf('0xAB')).toEqual(claimsOf('0xab'))
    expect(claimsOf('0xAB')).toEqual([
      {
        scope: 'terms_paid_payer',
        subject: saltedSubject('salt', 'payer', '0xab'),
        from: NOON,
        until: NOON + 3_600_000,
        limit: 30,
      },
    ])
    expect(claimsOf('0xab', NOON - 1)[0]?.until).toBe(NOON)
    expect(claimsOf(null)[0]?.subject).toBe(saltedSubject('salt', 'payer', 'p'))
    expect(quotaFor('terms', 'paid', NOBODY, SETTINGS, NOON)).toEqual([])
  })

  test.each<[string, Partial<Counted>, string, number]>([
    ['nobody', {}, 'destination_anonymous', 100],
    ['a key', { key: KEY }, 'destination_key', 1_000],
    [
      'a bundle client',
      { bundle: { client: 'ab'.repeat(8), kind: 'hex' } },
      'destination_bundle_hex',
      1_000,
    ],
    [
      'any other bundle client',
      { bundle: { client: 'anon', kind: 'other' } },
      'destination_bundle_other',
      100,
    ],
    [
      'a key before a bundle',
      { key: KEY, bundle: { client: 'anon', kind: 'other' } },
      'destination_key',
      1_000,
    ],
  ])('behavior: %s has its own limit of checks', (_, more, scope, limit) => {
    const [claim, ...others] = quotaFor(
      'destination',
      'check',
      { ...NOBODY, ...more },
      SETTINGS,
      NOON,
    )
    expect(others).toEqual([])
    expect([claim?.scope, claim?.limit]).toEqual([scope, limit])
  })

  test('behavior: a day ends at midnight UTC', () => {
    const until = (now: number) =>
      quotaFor('keys', 'mint', NOBODY, SETTINGS, now)[0]?.until
    expect(until(MIDNIGHT - 1)).toBe(MIDNIGHT)
    expect(until(MIDNIGHT)).toBe(MIDNIGHT + 86_400_000)
  })

  test('behavior: names fit the store', () => {
    for (const name of Object.keys(LIMITS))
      expect(name.length).toBeLessThanOrEqual(64)
  })
})
