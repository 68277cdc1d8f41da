import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isRefusal,
  readAllowList,
  readTarget,
  type UrlPolicy,
} from './url-policy.js'

const policy: UrlPolicy = { ports: 'named', allowed: new Set() }

function verdict(url: string, more: Partial<UrlPolicy> = {}) {
  const target = readTarget(url, { ...policy, ...more })
  if (isRefusal(target)) return target.code
  return `${target.host} ${target.port} ${target.url.href}`
}

describe('readTarget', () => {
  test.each([
    ['https://a.example/x?q=1#f', 'a.example 443 https://a.example/x?q=1'],
    ['http://A.Example:80/', 'a.example 80 http://a.example/'],
    ['http://a.example:8080/', 'a.example 8080 http://a.example:8080/'],
    ['https://EXAMPLE.com./x', 'example.com 443 https://example.com/x'],
    ['https://münchen.de/', 'xn--mnchen-3ya.de 443 https://xn--mnchen-3ya.de/'],
    ['http://127.1/', '127.0.0.1 80 http://127.0.0.1/'],
    ['http://0x7f.0.0.1./', '127.0.0.1 80 http://127.0.0.1/'],
    ['http://１２７．０．０．１/', '127.0.0.1 80 http://127.0.0.1/'],
    ['http://[::1]/', '::1 80 http://[::1]/'],
    ['https://a_b.example/', 'a_b.example 443 https://a_b.example/'],
    ['https://@a.example/', 'a.example 443 https://a.example/'],
  ])('%s leads to %s', (url, expected) => {
    expect(verdict(url)).toBe(expected)
  })

  test.each([
    ['', 'invalid_url'],
    ['a.example', 'invalid_url'],
    ['//a.example', 'invalid_url'],
    ['http://[fe80::1%25eth0]/', 'invalid_url'],
    ['http://[fe80::1%eth0]/', 'invalid_url'],
    ['http://256.1.1.1/', 'invalid_url'],
    ['http://a.example:65536/', 'invalid_url'],
    ['ftp://a.example/', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['data:text/plain,x', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['ws://a.example/', 'scheme'],
    ['https://user@a.example/', 'userinfo'],
    ['https://:word@a.example/', 'userinfo'],
    ['https://a.example:80@b.example/', 'userinfo'],
    ['http://./', 'host'],
    ['http://../', 'host'],
    ['http://a..b/', 'host'],
    ['http://a.example../', 'host'],
    [`http://${'a'.repeat(64)}.example/`, 'host'],
    [`http://${'a.'.repeat(127)}aa/`, 'host'],
    ['http://localhost/', 'local_name'],
    ['http://LOCALHOST./', 'local_name'],
    ['http://a.localhost/', 'local_name'],
    ['http://printer.local/', 'local_name'],
    ['http://metadata.google.internal/', 'local_name'],
    ['http://x.home.arpa/', 'local_name'],
    ['http://x.onion/', 'local_name'],
    ['http://a.example:22/', 'port'],
    ['http://a.example:0/', 'port'],
    ['https://a.example:6667/', 'port'],
  ])('%s is refused: %s', (url, code) => {
    expect(verdict(url)).toBe(code)
  })

  test('behavior: names that only look local are not', () => {
    expect(verdict('http://notlocalhost.example/')).toContain('notlocal')
    expect(verdict('http://xlocal/')).toContain('xlocal')
  })

  test('behavior: longest label and name', () => {
    const label = 'a'.repeat(63)
    expect(verdict(`http://${label}.example/`)).toContain(label)
    expect(verdict(`http://${'a.'.repeat(126)}a/`)).toContain('a.a 80')
  })

  test('behavior: total, and a target reads back as itself', () => {
    const hosts = fc.oneof(fc.domain(), fc.ipV4(), fc.string())
    const texts = fc.oneof(
      fc.webUrl(),
      fc.string(),
      hosts.map((h) => `http://${h}`),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const target = readTarget(text, policy)
        if (isRefusal(target)) return
        expect(target.host).toMatch(/^[^.A-Z@/[\]](.*[^.A-Z@/[\]])?$/)
        expect(readTarget(target.url.href, policy)).toEqual(target)
      }),
    )
  })

  test.each([
    ['http://a.example:80/', 'a.example 80'],
    ['http://a.example:443/', 'a.example 443'],
    ['https://a.example:80/', 'a.example 80'],
    ['http://a.example:81/', 'port'],
  ])('behavior: standard ports only, %s', (url, expected) => {
    expect(verdict(url, { ports: 'standard' })).toContain(expected)
  })

  test('behavior: the allow list lifts exactly one host and port', () => {
    const allowed = readAllowList(['localhost:22', '[::1]:4020', 'A.test:80'])
    const lifted = (url: string) => {
      const target = readTarget(url, { ...policy, allowed })
      return isRefusal(target) ? target.code : target.lifted
    }
    expect(lifted('http://localhost:22/')).toBe(true)
    expect(lifted('http://localhost.:22/')).toBe(true)
    expect(lifted('http://localhost:23/')).toBe('local_name')
    expect(lifted('http://localhost/')).toBe('local_name')
    expect(lifted('http://[::1]:4020/')).toBe(true)
    expect(lifted('http://[0:0::1]:4020/')).toBe(true)
    expect(lifted('http://[::1]:4021/')).toBe(false)
    expect(lifted('http://a.test/')).toBe(true)
    expect(lifted('https://a.test/')).toBe(false)
    expect(lifted('http://u@localhost:22/')).toBe('userinfo')
  })
})

describe('readAllowList', () => {
  test.each([
    'localhost',
    'localhost:',
    ':80',
    'localhost:0',
    'localhost:65536',
    'localhost:8o',
    'http://localhost:80',
    'user@localhost:80',
    'localhost/x:80',
    'localhost?x:80',
    '::1:80',
    'a..b:80',
    '',
  ])('%j is no HOST:PORT', (entry) => {
    expect(() => readAllowList([entry])).toThrow(TypeError)
  })
})
