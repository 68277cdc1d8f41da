import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isUnderPrivateSuffix,
  publicSuffix,
  registrableDomain,
} from './registrable.js'

const cases: [
  host: string,
  registrable: string | undefined,
  suffix: string | undefined,
  isPrivate: boolean,
][] = [
  ['example.org', 'example.org', 'org', false],
  ['a.b.example.co.uk', 'example.co.uk', 'co.uk', false],
  ['co.uk', undefined, 'co.uk', false],
  ['seller.vercel.app', 'seller.vercel.app', 'vercel.app', true],
  ['a.seller.vercel.app', 'seller.vercel.app', 'vercel.app', true],
  ['vercel.app', undefined, 'vercel.app', true],
  ['x.workers.dev', 'x.workers.dev', 'workers.dev', true],
  ['x.up.railway.app', 'x.up.railway.app', 'up.railway.app', true],
  ['www.ck', 'www.ck', 'ck', false],
  ['a.b.ck', 'a.b.ck', 'b.ck', false],
  ['host.unlisted', 'host.unlisted', 'unlisted', false],
  ['xn--d1acpjx3f.xn--p1ai', 'xn--d1acpjx3f.xn--p1ai', 'xn--p1ai', false],
  ['localhost', undefined, 'localhost', false],
  ['127.0.0.1', undefined, undefined, false],
  ['', undefined, undefined, false],
]

describe('registrableDomain', () => {
  test.each(cases)('%s is registered as %s', (host, registrable) => {
    expect(registrableDomain(host)).toBe(registrable)
  })

  test('property: total, and a whole-label end of the host', () => {
    fc.assert(
      fc.property(fc.string(), (host) => {
        const found = registrableDomain(host)
        if (found !== undefined) expect(`.${host}`.includes(found)).toBe(true)
      }),
    )
  })
})

describe('publicSuffix', () => {
  test.each(cases)('%s', (host, _registrable, suffix, isPrivate) => {
    expect(publicSuffix(host)).toEqual(
      suffix === undefined ? undefined : { suffix, isPrivate },
    )
  })
})

describe('isUnderPrivateSuffix', () => {
  test.each(cases)('%s', (host, _registrable, _suffix, isPrivate) => {
    expect(isUnderPrivateSuffix(host)).toBe(isPrivate)
  })
})

describe('a name that only a wildcard stands under', () => {
  test.each([
    ['compute.amazonaws.com', 'amazonaws.com', 'com', false],
    ['kobe.jp', 'kobe.jp', 'jp', false],
  ])('%s is no suffix itself', (host, registrable, suffix, isPrivate) => {
    expect(publicSuffix(host)).toEqual({ suffix, isPrivate })
    expect(registrableDomain(host)).toBe(registrable)
    expect(isUnderPrivateSuffix(host)).toBe(isPrivate)
  })
})
