import { describe, expect, test } from 'vitest'
import { subjectTypeOf } from './subject.js'

describe('subjectTypeOf', () => {
  test.each([
    ['https://a.example/x', 'url'],
    ['http://API.example.com', 'url'],
    ['HTTPS://a.example', 'url'],
    ['https://a', 'url'],
    ['https://user@a.example', 'url'],
    ['https://192.0.2.1:8443/x?y#z', 'url'],
    ['http://[2001:db8::1]', 'url'],
    ['https://пример.example', 'url'],
    ['0x209693Bc6afc0C5328bA36FaF03C514EF312287C', 'address'],
    ['0x209693bc6afc0c5328ba36faf03c514ef312287c', 'address'],
    ['DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy', 'address'],
    ['11111111111111111111111111111111', 'address'],
  ])('default: %s is a %s', (subject, type) => {
    expect(subjectTypeOf(subject)).toBe(type)
  })

  test.each([
    [''],
    ['seller.example'],
    ['//a.example'],
    ['ftp://a.example'],
    ['wss://a.example'],
    ['https://'],
    ['https:///x'],
    ['https:\\\\a.example'],
    ['https:a.example'],
    ['https://?x'],
    ['https://#x'],
    ['https://:443'],
    ['https://user@'],
    ['https://a.example:99999'],
    ['https://a b'],
    [' https://a.example'],
    ['0x209693Bc6afc0C5328bA36FaF03C514EF312287'],
    ['0x209693Bc6afc0C5328bA36FaF03C514EF312287CC'],
    ['0x209693Bc6afc0C5328bA36FaF03C514EF312287G'],
    ['DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8ok'],
    ['DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm210y'],
  ])('behavior: "%s" is none', (subject) => {
    expect(subjectTypeOf(subject)).toBeUndefined()
  })
})
