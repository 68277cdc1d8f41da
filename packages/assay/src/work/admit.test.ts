import { describe, expect, test } from 'vitest'
import { fetchFrom } from '../collect/testing/network.js'
import { httpServer } from '../collect/testing/servers.js'
import { createAdmit, POLITE_GAP_MS } from './admit.js'

const T0 = Date.UTC(2026, 10, 30, 12)
const HOUR = 3_600_000

/** A seller whose robots.txt answers by `statusAt`, and what was asked of whom. */
async function world(statusAt: (asked: number) => number = () => 200) {
  const log: string[] = []
  let robots = 0
  const server = await httpServer((_, response) => {
    log.push('robots')
    response.statusCode = statusAt(++robots)
    response.end('User-agent: *\nDisallow: /private')
  })
  const clock = { now: T0 }
  const turns = { given: true }
  const admit = createAdmit({
    store: {
      takeTurn: async (host) => {
        log.push(`turn ${host}`)
        return turns.given
      },
    },
    fetch: fetchFrom([server]),
    now: () => clock.now,
    sleep: async () => {},
    gapMs: POLITE_GAP_MS,
  })
  return { admit, server, log, clock, turns }
}

describe('createAdmit', () => {
  test('default: robots.txt first, each request in a turn', async () => {
    const { admit, server, log } = await world()
    expect(await admit(`${server.url}/a`)).toBe(true)
    expect(await admit(`${server.url}/private`)).toBe(false)
    expect(log).toEqual(['turn 127.0.0.1', 'robots', 'turn 127.0.0.1'])
  })

  test.each([
    ['a robots.txt is asked again after a day', 200, 24 * HOUR],
    ['one that is not to be had after two minutes', 503, 120_000],
  ])('behavior: %s', async (_, status, ms) => {
    const { admit, server, log, clock } = await world(() => status)
    const askedAt = async (now: number) => {
      clock.now = now
      await admit(`${server.url}/a`)
      return log.filter((line) => line === 'robots').length
    }
    expect(await askedAt(T0)).toBe(1)
    expect(await askedAt(T0 + ms - 1)).toBe(1)
    expect(await askedAt(T0 + ms)).toBe(2)
    // A clock that went back.
    expect(await askedAt(T0)).toBe(3)
  })

  test('behavior: a dot at the end of a name is the same host', async () => {
    const { admit, log } = await world()
    await admit('https://seller.example./a')
    expect(log).toEqual(['turn seller.example'])
  })

  test('behavior: stopped while it waits, nobody is asked', async () => {
    const { admit, server, log, turns } = await world()
    const stop = new AbortController()
    turns.given = false
    const waiting = admit(`${server.url}/a`, stop.signal)
    stop.abort()
    expect(await waiting).toBe(false)
    expect(log).not.toContain('robots')
  })
})
