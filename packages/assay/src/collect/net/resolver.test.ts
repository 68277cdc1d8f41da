import { describe, expect, test } from 'vitest'
import { createResolver, type DnsLookups } from './resolver.js'

function failing(code: string): () => Promise<never> {
  return async () => {
    throw Object.assign(new Error(code), { code })
  }
}

const none: DnsLookups = {
  resolve4: failing('ENODATA'),
  resolve6: failing('ENODATA'),
  lookup: failing('ENOTFOUND'),
}

describe('createResolver', () => {
  test('default: every A and AAAA answer', async () => {
    const resolve = createResolver({
      ...none,
      resolve4: async () => ['8.8.8.8', '10.0.0.1'],
      resolve6: async () => ['::1'],
    })
    expect(await resolve('a.example')).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '10.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ])
  })

  test('behavior: one family is enough', async () => {
    const resolve = createResolver({ ...none, resolve6: async () => ['::1'] })
    expect(await resolve('a.example')).toEqual([{ address: '::1', family: 6 }])
  })

  test('behavior: the hosts file when DNS has nothing', async () => {
    const found = [{ address: '10.0.0.9', family: 4 }]
    const resolve = createResolver({ ...none, lookup: async () => found })
    expect(await resolve('box')).toEqual(found)
  })

  test('behavior: localhost is never asked of DNS', async () => {
    const asked: string[] = []
    const resolve = createResolver({
      resolve4: async (host) => [host],
      resolve6: async (host) => [host],
      lookup: async (host) => {
        asked.push(host)
        return []
      },
    })
    expect(await resolve('localhost')).toEqual([])
    expect(await resolve('a.localhost')).toEqual([])
    expect(asked).toEqual(['localhost', 'a.localhost'])
  })

  test('behavior: the error of the last look-up is the answer', async () => {
    const resolve = createResolver(none)
    await expect(resolve('a.example')).rejects.toMatchObject({
      code: 'ENOTFOUND',
    })
  })

  test('behavior: the system knows localhost', async () => {
    const addresses = await createResolver()('localhost')
    for (const { address } of addresses)
      expect(['127.0.0.1', '::1']).toContain(address)
    expect(addresses.length).toBeGreaterThan(0)
  })

  test('behavior: a name that cannot be has no addresses', async () => {
    await expect(createResolver()('a..b.invalid')).rejects.toMatchObject({
      code: expect.any(String),
    })
  })
})
