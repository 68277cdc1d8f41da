import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../json/canonical.js'
import { differences } from './differences.js'

describe('differences', () => {
  test('behavior: none exactly when canonical JSON is equal', () => {
    const property = fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      expect(differences(a, b, '').length === 0).toBe(
        canonicalJson(a) === canonicalJson(b),
      )
      expect(differences(a, structuredClone(a), '')).toEqual([])
    })
    void fc.assert(property)
  })

  test('behavior: prototype keys are data', () => {
    expect(differences(JSON.parse('{"__proto__":1}'), {}, 'x')).toEqual([
      { path: 'x.__proto__', why: 'changed', stored: 1, recomputed: undefined },
    ])
  })
})
