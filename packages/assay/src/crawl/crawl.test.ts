import { resourceId } from '@assay402/core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { StoreFault, StoreUnavailable } from '../store/errors.js'
import { openStore } from '../store/open-store.js'
import { SLOT_MS } from '../store/slot.js'
import type { Store } from '../store/store.js'
import { crawl } from './crawl.js'
import { rebuild } from './rebuild.js'
import { type Answer, leastGap, send } from './testing/sellers.js'
import { type SmallWorld, smallWorld } from './testing/world.js'

const GAP = 10_000

describe('crawl', () => {
  test('default: robots.txt first, then the endpoint a gap later', async () => {
    const { world, store } = await open()
    await world.list(['https://a.example/x'])
    expect(await world.crawl()).toEqual({
      looked: 1,
      blocked: 0,
      deferred: 0,
      robots: 1,
      requests: 2,
      visits: 2,
    })
    expect(paths(world)).toEqual([
      'GET a.example/robots.txt',
      'GET a.example/x',
    ])
    expect(leastGap(world.sellers.log)).toBeGreaterThanOrEqual(GAP)
    const [seen] = await rows(store, 'https://a.example/x')
    expect(seen).toEqual({
      evidence_id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      resource_id: resourceId('GET https://a.example/x'),
      at: expect.any(Number),
      origin: 'crawl',
      result: 'response',
      status: 402,
      challenge: 'valid',
      price_atomic: '10000',
      network: 'eip155:8453',
      asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      pay_to: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
      quote_atomic: '10000',
      quality_code: 'quality_unverified',
    })
  })

  test('behavior: once a slot, robots.txt once a day', async () => {
    const { world, store } = await open()
    await world.list(['https://a.example/x', 'https://a.example/y'])
    await world.crawl()
    expect((await world.crawl()).requests).toBe(0)
    for (let slot = 0; slot < 4; slot++) {
      await world.advance(SLOT_MS)
      await world.crawl()
    }
    expect(await rows(store, 'https://a.example/x')).toHaveLength(5)
    const asked = paths(world).filter((path) => path.endsWith('/robots.txt'))
    expect(asked).toHaveLength(2)
    expect(leastGap(world.sellers.log)).toBeGreaterThanOrEqual(GAP)
  })

  test('behavior: what robots.txt forbids is not asked, and counts as blocked', async () => {
    const { world, store } = await open((request, response) => {
      if (request.url !== '/robots.txt') return false
      send(response, 200, 'User-agent: Assay\nDisallow: /private')
      return true
    })
    await world.list(['https://a.example/private/x', 'https://a.example/y'])
    const { looked, blocked } = await world.crawl()
    expect({ looked, blocked }).toEqual({ looked: 1, blocked: 1 })
    expect(paths(world)).toEqual([
      'GET a.example/robots.txt',
      'GET a.example/y',
    ])
    const [seen] = await rows(store, 'https://a.example/private/x')
    expect(seen).toMatchObject({
      result: 'robots_blocked',
      status: null,
      challenge: 'none',
      pay_to: null,
      quality_code: 'not_asked',
    })
    const slot = Math.floor((await store.now()) / SLOT_MS)
    expect(await store.coverage(slot)).toEqual({
      slot,
      listed: 2,
      hosts: 1,
      probed: 1,
      deferred: 0,
      excluded: { robots_blocked: 1 },
    })
  })

  test.each([
    ['a server error', 503],
    ['a plea to come later', 429],
  ])(
    'behavior: %s for robots.txt: no probe, tried again later',
    async (_, status) => {
      let healthy = false
      const { world, store } = await open((request, response) => {
        if (request.url !== '/robots.txt' || healthy) return false
        send(response, status, '')
        return true
      })
      await world.list(['https://a.example/x'])
      expect(await world.crawl()).toMatchObject({ looked: 0, deferred: 1 })
      expect(paths(world)).toEqual(['GET a.example/robots.txt'])
      expect(await rows(store, 'https://a.example/x')).toEqual([])
      const slot = Math.floor((await store.now()) / SLOT_MS)
      expect(await store.coverage(slot)).toMatchObject({
        probed: 0,
        deferred: 1,
      })
      healthy = true
      expect((await world.crawl()).requests).toBe(0)
      await world.advance(121_000)
      expect(await world.crawl()).toMatchObject({ looked: 1, robots: 1 })
    },
  )

  test('behavior: a name that is gone has no robots.txt to be had', async () => {
    const { world } = await open()
    await world.list(['https://x.gone.example/x', 'https://a.example/x'])
    expect(await world.crawl()).toMatchObject({ looked: 1, deferred: 1 })
  })

  test('behavior: a redirect takes the turn of the other host, and minds its robots.txt', async () => {
    const { world, store } = await open((request, response, host) => {
      if (host === 'a.example' && request.url !== '/robots.txt') {
        response.setHeader('location', `https://b.example${request.url}`)
        send(response, 302, '')
        return true
      }
      if (host !== 'b.example' || request.url !== '/robots.txt') return false
      send(response, 200, 'User-agent: *\nDisallow: /closed')
      return true
    })
    await world.list(['https://a.example/open', 'https://a.example/closed'])
    await world.crawl({ concurrency: 1 })
    expect(paths(world).toSorted()).toEqual([
      'GET a.example/closed',
      'GET a.example/open',
      'GET a.example/robots.txt',
      'GET b.example/open',
      'GET b.example/robots.txt',
    ])
    expect(leastGap(world.sellers.log)).toBeGreaterThanOrEqual(GAP)
    const [seen] = await rows(store, 'https://a.example/open')
    expect(seen).toMatchObject({ status: 402, challenge: 'valid' })
    const [blocked] = await rows(store, 'https://a.example/closed')
    expect(blocked).toMatchObject({ result: 'robots_blocked', status: 302 })
    const [record] = await store.evidenceOf({
      subject: 'GET https://a.example/open',
      limit: 1,
    })
    expect(record).toMatchObject({
      data: {
        final_url: 'https://b.example/open',
        requests: 2,
        redirects: [{ status: 302, cross_origin: true }],
      },
    })
  })

  test('behavior: a redirect within the host waits for its own gap', async () => {
    const { world, store } = await open((request, response) => {
      if (request.url !== '/x') return false
      response.setHeader('location', '/y')
      send(response, 301, '')
      return true
    })
    await world.list(['https://a.example/x'])
    await world.crawl()
    expect(paths(world)).toHaveLength(3)
    expect(leastGap(world.sellers.log)).toBeGreaterThanOrEqual(GAP)
    const [seen] = await rows(store, 'https://a.example/x')
    expect(seen?.status).toBe(402)
  })

  test('behavior: Retry-After is obeyed', async () => {
    let asked = 0
    const { world, store } = await open((request, response) => {
      if (request.url === '/robots.txt' || asked++ > 0) return false
      response.setHeader('retry-after', '50')
      send(response, 429, '')
      return true
    })
    await world.list(['https://a.example/x', 'https://a.example/y'])
    expect(await world.crawl()).toMatchObject({ looked: 2 })
    const [, first, second] = world.sellers.log
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(50_000)
    const statuses = [
      ...(await rows(store, 'https://a.example/x')),
      ...(await rows(store, 'https://a.example/y')),
    ].map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([402, 429])
  })

  test('behavior: one endless host does not hold up others', async () => {
    const { world, store } = await open((request, response, host) => {
      if (host !== 'endless.example' || request.url === '/robots.txt')
        return false
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'), 5)
      response.on('close', () => clearInterval(timer))
      return true
    })
    const others = Array.from(
      { length: 20 },
      (_, i) => `https://h${i}.example/`,
    )
    await world.list(['https://endless.example/', ...others])
    const progress = await world.crawl({
      concurrency: 2,
      policy: { timeoutMs: 400 },
    })
    expect(progress.looked).toBe(21)
    const [seen] = await rows(store, 'https://endless.example/')
    expect(seen).toMatchObject({ result: 'response', status: 200 })
  })

  test('behavior: stopped, it stores what is under way and asks no more', async () => {
    const stop = new AbortController()
    const { world, store } = await open((request, response) => {
      if (request.url === '/robots.txt') return false
      stop.abort()
      setTimeout(() => send(response, 402, '{}'), 20)
      return true
    })
    const urls = Array.from({ length: 9 }, (_, i) => `https://a.example/${i}`)
    await world.list(urls)
    const progress = await world.crawl({ mode: 'forever', signal: stop.signal })
    expect(progress).toMatchObject({ looked: 1, requests: 2 })
    expect(await store.frontierCounts()).toMatchObject({ due: 8, leased: 0 })
    const never = { signal: AbortSignal.abort() }
    expect((await world.crawl(never)).visits).toBe(0)
  })

  test('behavior: no more endpoints than the limit', async () => {
    const { world } = await open()
    await world.list(
      Array.from({ length: 9 }, (_, i) => `https://h${i % 3}.example/${i}`),
    )
    expect((await world.crawl({ limit: 4 })).looked).toBe(4)
    expect((await world.crawl()).looked).toBe(5)
  })

  test('behavior: another process knows the robots.txt from evidence', async () => {
    const { world } = await open()
    await world.list(['https://a.example/x', 'https://a.example/y'])
    await world.crawl({ limit: 1 })
    expect(await world.crawl({ worker: 'w2' })).toMatchObject({
      looked: 1,
      robots: 0,
      requests: 1,
    })
  })

  test('behavior: a redirect whose host gives no turn is put off, not counted', async () => {
    const { world, store } = await open((request, response, host) => {
      if (host !== 'a.example' || request.url === '/robots.txt') return false
      response.writeHead(302, { location: 'https://b.example/' }).end()
      return true
    })
    await world.list(['https://a.example/x'])
    const other = { worker: 'other', leaseMs: 3_600_000 }
    await store.takeTurn('b.example', GAP, other)
    expect(await world.crawl()).toMatchObject({ looked: 0, deferred: 1 })
    expect(await rows(store, 'https://a.example/x')).toEqual([])
    await world.advance(3_600_000)
    expect(await world.crawl()).toMatchObject({ looked: 1 })
  })

  test('behavior: a busy store is asked again, a broken one ends the crawl', async () => {
    const { world, store } = await open()
    await world.list(['https://a.example/x', 'https://b.example/x'])
    let busy = 3
    const crawlWith = (finishVisits: Store['finishVisits']) =>
      crawl(
        { mode: 'pass', worker: 'w1', concurrency: 4 },
        { ...world.tools, store: { ...store, finishVisits } },
      )
    const broken = crawlWith(async () => {
      throw new StoreFault('the disk is gone')
    })
    await expect(broken).rejects.toThrow('the disk is gone')
    await world.advance(31_000)
    const progress = await crawlWith((visits) => {
      if (busy-- > 0) throw new StoreUnavailable('busy')
      return store.finishVisits(visits)
    })
    expect(progress).toMatchObject({ looked: 2, robots: 2 })
    const never = crawlWith(() => {
      throw new StoreUnavailable('busy')
    })
    await expect(never).resolves.toMatchObject({ requests: 0 })
    await world.advance(SLOT_MS * 5)
    const away = crawlWith(() => {
      throw new StoreUnavailable('away')
    })
    await expect(away).rejects.toThrow('away')
  })

  test('behavior: 1 000 hosts and 5 000 endpoints, twice, by two workers', async () => {
    const { world, store } = await open((request, response, host) => {
      const number = Number(/^h(\d+)/.exec(host)?.[1])
      if (request.url === '/robots.txt') {
        if (number % 100 === 7) send(response, 500, '')
        else if (number % 10 === 3)
          send(response, 200, 'User-agent: *\nDisallow: /*4$')
        else return false
        return true
      }
      if (number % 50 !== 9) return false
      response.setHeader('location', `https://h${number + 1}.example/moved`)
      send(response, 307, '')
      return true
    })
    const urls = Array.from(
      { length: 5_000 },
      (_, i) => `https://h${i % 1_000}.example/${Math.floor(i / 1_000)}`,
    )
    await world.list(urls)
    for (let pass = 0; pass < 2; pass++) {
      const found = await Promise.all([
        world.crawl({ worker: 'w1' }),
        world.crawl({ worker: 'w2' }),
      ])
      const sum = (name: 'looked' | 'blocked') =>
        found.reduce((total, progress) => total + progress[name], 0)
      expect({ looked: sum('looked'), blocked: sum('blocked') }).toEqual({
        looked: 4_850,
        blocked: 100,
      })
      const slot = Math.floor((await store.now()) / SLOT_MS)
      expect(await store.coverage(slot)).toEqual({
        slot,
        listed: 5_000,
        hosts: 1_000,
        probed: 4_850,
        deferred: 50,
        excluded: { robots_blocked: 100 },
      })
      await world.advance(SLOT_MS)
    }
    expect(leastGap(world.sellers.log)).toBeGreaterThanOrEqual(GAP)
    const everything = () =>
      Promise.all(urls.slice(0, 50).map((url) => rows(store, url)))
    const before = await everything()
    expect(before.flat()).toHaveLength(2 * 49)
    await rebuild(store)
    expect(await everything()).toEqual(before)
  }, 300_000)
})

type Opened = { readonly world: SmallWorld; readonly store: Store }

async function open(answer?: Answer): Promise<Opened> {
  const store = await openStore(':memory:')
  const world = await smallWorld(store, answer)
  onTestFinished(async () => {
    await world.sellers.close()
    await store.close()
  })
  return { world, store }
}

function paths({ sellers }: SmallWorld): string[] {
  return sellers.log.map(({ method, host, path }) => `${method} ${host}${path}`)
}

function rows(store: Store, url: string) {
  return store.observationsOf({
    resource_id: resourceId(`GET ${url}`),
    limit: 99,
  })
}
