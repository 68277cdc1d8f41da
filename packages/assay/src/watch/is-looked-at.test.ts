import { describe, expect, test } from 'vitest'
import { openStore } from '../store/open-store.js'
import { listingOf } from '../store/testing/samples.js'
import { isLookedAt } from './is-looked-at.js'

describe('isLookedAt', () => {
  test.each([
    ['GET https://listed.example/x', true],
    ['https://listed.example', true],
    ['GET https://listed.example/y', false],
    ['POST https://listed.example/x', false],
    ['https://other.example', false],
  ])('%s: %s', async (subject, expected) => {
    const store = await openStore(':memory:')
    const pass = await store.beginPass('file', 1)
    await store.recordListings(pass, [listingOf('https://listed.example/x')], 1)
    expect(await isLookedAt(store, subject)).toBe(expected)
    await store.close()
  })
})
