import { describe, expect, test } from 'vitest'
import { unicodeName } from './unicode-name.js'

describe('unicodeName', () => {
  test.each([
    ['example.org', 'example.org'],
    ['xn--mnchen-3ya.de', 'münchen.de'],
    ['a.xn--d1acpjx3f.xn--p1ai', 'a.яндекс.рф'],
    ['notxn--a.org', 'notxn--a.org'],
    ['xn--99999999.xn--mnchen-3ya.de', 'xn--99999999.münchen.de'],
  ])('%s → %s', (host, unicode) => {
    expect(unicodeName(host)).toBe(unicode)
  })
})
