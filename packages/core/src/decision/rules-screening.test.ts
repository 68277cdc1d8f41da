import { describe, expect, test } from 'vitest'
import { quiet, SELLER } from './testing/input.js'
import { reason, said } from './testing/said.js'

describe('sanctions and feeds', () => {
  const match = { address: SELLER, list: 'OFAC SDN', entry: '12345' }
  const off = { policy: { host_allowlist: ['api.example.com'] } }

  test('a match on a fresh list blocks, whatever else the policy says', () => {
    const input = quiet({
      sanctions: { status: 'fresh', matches: [match, 7] },
      ...off,
    })
    expect(said(input)).toEqual([
      'block',
      'block sanctioned',
      'block sanctioned',
    ])
    expect(reason(input, 'sanctioned')).toEqual({
      decision: 'block',
      rulebook: 'sanctions',
      code: 'sanctioned',
      text: 'The receiving wallet is on the sanctions list OFAC SDN.',
      measured: SELLER,
      threshold: 'OFAC SDN: 12345',
      would_allow: null,
    })
  })

  test.each([
    ['stale', {}, 'note'],
    ['missing', {}, 'note'],
    ['stale', { unknown: 'hold' }, 'hold'],
    ['missing', { unknown: 'block' }, 'block'],
  ])('a list that is %s with setting %j', (status, sanctions, word) => {
    const policy = { rulebooks: { sanctions } }
    expect(said(quiet({ policy, sanctions: { status } }))).toEqual([
      word === 'note' ? 'allow' : word,
      `${word} sanctions_unknown`,
    ])
  })

  test('behavior: a match on a stale list stays unknown and is counted', () => {
    const input = quiet({ sanctions: { status: 'stale', matches: [match] } })
    expect(said(input)).toEqual(['allow', 'note sanctions_unknown'])
    expect(reason(input, 'sanctions_unknown')?.measured).toBe(
      'stale, matches: 1',
    )
  })

  test('a feed blocks and is named; the policy may say hold', () => {
    const screening = [{ feed: 'phish.example', entry: 'api.example.com' }, {}]
    expect(reason(quiet({ screening }), 'listed_by_feed')).toEqual({
      decision: 'block',
      rulebook: 'policy',
      code: 'listed_by_feed',
      text: 'The feed phish.example lists this name or address.',
      measured: 'api.example.com',
      threshold: 'phish.example',
      would_allow: null,
    })
    const rulebooks = { screening: { listed: 'hold' } }
    expect(said(quiet({ screening, policy: { rulebooks } }))[0]).toBe('hold')
    const host_allowlist = ['api.example.com']
    expect(
      said(quiet({ screening, policy: { rulebooks, host_allowlist } })),
    ).toEqual(['allow', 'note listed_by_feed', 'note listed_by_feed'])
    expect(said(quiet({ screening, policy: { host_allowlist } }))[0]).toBe(
      'block',
    )
  })
})
