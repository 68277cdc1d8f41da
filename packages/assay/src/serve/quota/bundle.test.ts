import { describe, expect, test } from 'vitest'
import { bundleOf } from './bundle.js'

const from = (secret?: string, client?: string) => (name: string) =>
  ({ 'x-tw-bundle-secret': secret, 'x-tw-bundle-client': client })[name]

describe('bundleOf', () => {
  test.each([
    ['0123456789abcdef', 'hex', '0123456789abcdef'],
    ['0123456789ABCDEF', 'hex', '0123456789abcdef'],
    ['0123456789abcde', 'other', '0123456789abcde'],
    ['0123456789abcdeg', 'other', '0123456789abcdeg'],
    ['anon:1', 'other', 'anon:1'],
    ['', 'other', 'anon'],
    [undefined, 'other', 'anon'],
  ])('default: client %s is %s', (client, kind, name) => {
    expect(bundleOf(from('secret', client), 'secret')).toEqual({
      client: name,
      kind,
    })
  })

  test.each([
    ['wrong', 'secret'],
    ['', 'secret'],
    [undefined, 'secret'],
    ['secret', null],
    ['', ''],
  ])('behavior: secret %j for %j is nobody', (given, secret) => {
    expect(bundleOf(from(given, '0123456789abcdef'), secret)).toBeNull()
  })
})
