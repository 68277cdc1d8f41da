import {
  defaultPolicy,
  spendPolicySchema,
  unknownPolicyFields,
} from '@assay402/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPolicy } from './policy.js'

describe('readPolicy', () => {
  test('default: the policy of a buyer who wrote none', () => {
    expect(readPolicy(undefined)).toEqual(defaultPolicy)
    expect(readPolicy(defaultPolicy)).toEqual(defaultPolicy)
    expect(Object.keys(readPolicy({}))).toEqual(Object.keys(defaultPolicy))
  })

  test.each([
    [{ daily_cap: 1 }, 'no field of a spend policy: daily_cap'],
    [
      { rulebooks: { merchant: { REJECT: 'block' } } },
      'no field of a spend policy: rulebooks.merchant.REJECT',
    ],
    [
      { daily_cap_usd: '1 USD' },
      'spend policy, daily_cap_usd: not an amount ≥ 0',
    ],
    [
      { host_blocklist: ['a.example', 'x/y'] },
      'spend policy, host_blocklist.1: not an entry of this list',
    ],
    [
      { host_blocklist: 'a.example' },
      'spend policy, host_blocklist: not a list',
    ],
    [{ require_https: 1 }, 'spend policy, require_https: not true or false'],
    [
      { hold_after_failed_probes: 0 },
      'spend policy, hold_after_failed_probes: not a number in range',
    ],
    [
      { rulebooks: { terms: { skip: 'hold' } } },
      'spend policy, rulebooks.terms.skip: not one of block',
    ],
    [{ rulebooks: 1 }, 'spend policy, rulebooks: not an object'],
    ['x', 'spend policy, : not an object'],
  ])('behavior: refuses %j', (given, message) => {
    expect(() => readPolicy(given)).toThrow(new TypeError(message))
  })

  test('property: reads as the schema of core does', () => {
    const value = fc.oneof(
      {
        arbitrary: fc.constantFrom(
          null,
          '0.1',
          '01.50',
          'x',
          0.25,
          -1,
          3,
          1e300,
          true,
          false,
          'hold',
          'block',
          'allow',
          'note',
          'base',
          '*.a.example',
          'https://a.example:8443',
        ),
        weight: 6,
      },
      fc.array(
        fc.constantFrom(
          'base',
          'a.example',
          '*.b.example',
          'x/y',
          '0x1',
          'a b',
          3,
        ),
      ),
      fc.jsonValue(),
    )
    const meanings = fc.record(
      Object.fromEntries(
        Object.entries(defaultPolicy.rulebooks).map(([id, words]) => [
          id,
          fc.oneof(
            fc.record(
              Object.fromEntries(
                Object.keys(words).map((each) => [each, value]),
              ),
              { requiredKeys: [] },
            ),
            value,
          ),
        ]),
      ),
      { requiredKeys: [] },
    )
    const policy = fc.record(
      Object.fromEntries(
        Object.keys(defaultPolicy).map((name) => [
          name,
          name === 'rulebooks' ? fc.oneof(meanings, value) : value,
        ]),
      ),
      { requiredKeys: [] },
    )
    const one = fc.oneof(
      policy,
      // Mostly one field at a time, so that the others do not hide it.
      fc
        .tuple(policy, fc.constantFrom(...Object.keys(defaultPolicy)))
        .map(([all, name]) => ({ [name]: all[name] })),
    )
    fc.assert(
      fc.property(one, (given) => {
        fc.pre(unknownPolicyFields(given).length === 0)
        const expected = spendPolicySchema.safeParse(given)
        if (expected.success) expect(readPolicy(given)).toEqual(expected.data)
        else expect(() => readPolicy(given)).toThrow(TypeError)
      }),
      { numRuns: 3_000 },
    )
  })
})
