import { describe, expect, test } from 'vitest'
import { hostKey } from './host-key.js'

describe('hostKey', () => {
  test.each([
    ['https://a.example', 'https://a.example'],
    ['HTTPS://WWW.A.Example:443', 'https://www.a.example'],
    ['https://a.example:80', 'https://a.example:80'],
    ['https://a.example:8443', 'https://a.example:8443'],
    ['http://a.example:80', 'http://a.example'],
    ['http://a.example:443', 'http://a.example:443'],
    ['ftp://A.example:21', 'ftp://a.example:21'],
    ['constructor://a:1', 'constructor://a:1'],
    ['https://[2001:DB8::1]:443', 'https://[2001:db8::1]'],
    ['A.Example', 'A.Example'],
    ['https://A.Example/', 'https://A.Example/'],
    ['https://A.Example?q', 'https://A.Example?q'],
    ['https://me@A.Example', 'https://me@A.Example'],
    ['https://A.Example:', 'https://A.Example:'],
    ['https://A.Example:x', 'https://A.Example:x'],
    ['https://', 'https://'],
    ['', ''],
  ])('%s', (text, key) => {
    expect(hostKey(text)).toBe(key)
  })
})
