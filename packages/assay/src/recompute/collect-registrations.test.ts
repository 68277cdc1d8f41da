import { describe, expect, test } from 'vitest'
import type { Registrations } from '../inspect/registrations.js'
import type { Endpoint, Registration } from '../store/store.js'
import { collectRegistrations } from './collect-registrations.js'

function setUp(known: readonly string[] = []) {
  const asked: string[] = []
  const waits: number[] = []
  const controller = new AbortController()
  const store = {
    endpoint: async (id: string) =>
      id === 'gone' ? undefined : ({ host_name: id } as Endpoint),
    registration: async (domain: string) =>
      known.includes(domain) ? ({} as Registration) : undefined,
  }
  const registrations: Registrations = {
    find: async (domain) => {
      asked.push(domain)
      return {} as never
    },
    stored: async () => undefined,
  }
  return {
    asked,
    waits,
    controller,
    run: (hosts: string[], limit = 10) =>
      collectRegistrations(store, hosts, limit, {
        registrations,
        now: () => 0,
        sleep: async (ms) => {
          waits.push(ms)
        },
        signal: controller.signal,
      }),
  }
}

describe('collectRegistrations', () => {
  test('default: each registrable domain once, one a second', async () => {
    const { asked, waits, run } = setUp(['known.com'])
    const hosts = [
      'api.a.com',
      'www.a.com',
      'known.com',
      'x.vercel.app',
      '127.0.0.1',
      'gone',
      'b.co.uk',
    ]
    expect(await run(hosts)).toBe(2)
    expect(asked).toEqual(['a.com', 'b.co.uk'])
    expect(waits).toEqual([1_000])
  })

  test('behavior: bounded, and stopped', async () => {
    const { asked, controller, run } = setUp()
    expect(await run(['a.com', 'b.com', 'c.com'], 2)).toBe(2)
    controller.abort()
    expect(await run(['d.com'])).toBe(0)
    expect(asked).toEqual(['a.com', 'b.com'])
  })
})
