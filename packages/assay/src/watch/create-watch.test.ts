import { describe, expect, test } from 'vitest'
import { createWatch, WatchRefused } from './create-watch.js'

const wished = (webhook: string, allowed: readonly string[] = []) =>
  createWatch(
    { watchesOf: async () => [], saveWatch: async () => {} },
    { owner: 'k', subject: 'https://api.example.com/x', webhook },
    {
      now: () => 0,
      randomBytes: (count) => new Uint8Array(count),
      allowHosts: new Set(allowed),
    },
  )

describe('createWatch', () => {
  test('default: a watch of 90 days with a secret of its own', async () => {
    expect(await wished('https://hooks.example.com/x')).toEqual({
      id: '00'.repeat(16),
      owner: 'k',
      subject: 'GET https://api.example.com/x',
      webhook: 'https://hooks.example.com/x',
      secret: '00'.repeat(32),
      created_at: 0,
      expires_at: 7_776_000_000,
    })
  })

  test.each([
    'https://127.1/x',
    'https://0x7f000001/',
    'https://127。0。0。1/',
    'https://169.254.169.254/latest',
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[fd00::1]/',
    'https://localhost/',
    'https://metadata.google.internal/',
    'https://hooks.example.com:22/',
    'https://a:b@hooks.example.com/',
    'http://hooks.example.com/',
    'ftp://hooks.example.com/',
  ])('behavior: %s is no place for a webhook', async (webhook) => {
    await expect(wished(webhook)).rejects.toThrow(WatchRefused)
  })

  test('behavior: the operator may allow one', async () => {
    const webhook = 'http://127.0.0.1:8080/x'
    expect(await wished(webhook, ['127.0.0.1:8080'])).toMatchObject({ webhook })
  })
})
