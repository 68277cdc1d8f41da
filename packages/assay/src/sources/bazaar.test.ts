import { describe, expect, test } from 'vitest'
import { createBazaarSource, createFacilitatorSource } from './bazaar.js'
import {
  type Asked,
  type Behaviour,
  fakeCatalog,
  item,
  items,
  pagesOf,
  summary,
} from './testing/fake-catalog.js'

/** The Bazaar as it was observed: clamps, rounds and snaps. */
function bazaar(total: number): Behaviour {
  return (asked) => {
    const limit = clamp(asked.limit)
    const offset = asked.offset - (asked.offset % limit)
    return answer(items(offset, Math.min(offset + limit, total)), {
      limit,
      offset,
      total,
    })
  }
}

function clamp(limit: number): number {
  return Math.min(Math.max(Math.round(limit / 10) * 10, 20), 1_000)
}

function answer(list: readonly unknown[], pagination: object | null) {
  return { body: { x402Version: 2, items: list, pagination } }
}

async function readAll(behave: Behaviour, limit?: number) {
  const { server, asked, tools, waits } = await fakeCatalog(behave)
  const source = createBazaarSource({ ...tools, baseUrl: server.url, limit })
  const pages = await pagesOf(source)
  return { ...summary(pages), asked, waits }
}

const offsets = (asked: readonly Asked[]) => asked.map(({ offset }) => offset)

describe('createBazaarSource', () => {
  test('default', async () => {
    const read = await readAll(bazaar(2_500))
    expect(read).toEqual({
      distinct: 2_500,
      entries: 2_500,
      total: 2_500,
      partial: [],
      asked: [0, 1_000, 2_000].map((offset) => ({ limit: 1_000, offset })),
      waits: [],
    })
  })

  test.each([
    [1, 20],
    [19, 20],
    [25, 20],
    [39.9, 30],
    [1_000, 1_000],
    [5_000, 1_000],
  ])('behavior: a limit of %d is asked as %d', async (given, sent) => {
    const { asked } = await readAll(bazaar(10), given)
    expect(asked).toEqual([{ limit: sent, offset: 0 }])
  })

  test('behavior: a smaller page than asked for, said or not', async () => {
    const said = await readAll(({ offset }) =>
      answer(items(offset, Math.min(offset + 100, 250)), {
        limit: 100,
        offset,
        total: 250,
      }),
    )
    expect(said).toMatchObject({ distinct: 250, entries: 250, partial: [] })
    const unsaid = await readAll(({ limit, offset }) => {
      const size = Math.min(limit, 100)
      const start = offset - (offset % size)
      const list = items(start, Math.min(start + size, 250))
      return answer(list, { limit: 1_000, total: 250 })
    })
    expect(unsaid).toMatchObject({ distinct: 250, partial: [] })
    expect(offsets(unsaid.asked)).toEqual([0, 100, 200])
  })

  test('behavior: an ignored offset ends the reading', async () => {
    const read = await readAll(() =>
      answer(items(0, 50), { limit: 50, offset: 0, total: 200 }),
    )
    expect(read).toMatchObject({
      distinct: 50,
      partial: ['nothing_new: 50 of 200'],
    })
    expect(read.asked.length).toBe(3)
  })

  test('behavior: parameters ignored, the whole list at once', async () => {
    const read = await readAll(() => answer(items(0, 3_000), { total: 3_000 }))
    expect(read).toMatchObject({ distinct: 3_000, partial: [] })
    expect(read.asked.length).toBe(1)
  })

  test('behavior: no paging figures at all', async () => {
    const read = await readAll(() => ({ body: items(0, 30) }))
    expect(read).toMatchObject({ distinct: 30, total: null, partial: [] })
    expect(read.asked.length).toBe(2)
    const empty = await readAll(({ offset }) => ({
      body: offset === 0 ? items(0, 30) : [],
    }))
    expect(empty).toMatchObject({ distinct: 30, partial: [] })
  })

  test('behavior: entries pushed on while paging come twice, none is lost', async () => {
    // Before each page but the first, five new ones come in at the front.
    const read = await readAll(({ limit, offset }, turn) => {
      const grown = Math.min(turn - 1, 2) * 5
      const all = [...items(1_000, 1_000 + grown).reverse(), ...items(0, 55)]
      return answer(all.slice(offset, offset + limit), {
        limit,
        offset,
        total: all.length,
      })
    }, 20)
    expect(read).toMatchObject({ distinct: 65, total: 65, partial: [] })
    expect(read.entries).toBeGreaterThan(65)
  })

  test('behavior: entries that slip forward are fetched by the second round', async () => {
    const read = await readAll(({ limit, offset }, turn) => {
      const all = turn === 1 ? items(0, 60) : items(5, 60)
      return answer(all.slice(offset, offset + limit), {
        limit,
        offset,
        total: all.length,
      })
    }, 20)
    // 20 to 24 slipped to the first page; the five that left make up for them
    // in the figures, so the changed total alone tells.
    expect(read).toMatchObject({ distinct: 60, partial: [] })
    expect(offsets(read.asked)).toEqual([0, 20, 40, 0, 20, 40])
  })

  test('behavior: a list that never rests is said to be partial', async () => {
    const read = await readAll(
      ({ limit, offset }, turn) =>
        answer(items(turn * 7, turn * 7 + limit), {
          limit,
          offset,
          total: 200 + turn * 50,
        }),
      20,
    )
    expect(read.partial.length).toBe(1)
    expect(read.asked.length).toBeLessThanOrEqual(500)
  })

  test('behavior: what comes twice by itself does not make it partial', async () => {
    const twice = [...items(0, 30), ...items(0, 10)]
    const read = await readAll(
      ({ limit, offset }) =>
        answer(twice.slice(offset, offset + limit), {
          limit,
          offset,
          total: 40,
        }),
      20,
    )
    expect(read).toMatchObject({ distinct: 30, total: 40, partial: [] })
  })

  test('behavior: entries without an address count by their place', async () => {
    const read = await readAll(
      ({ limit, offset }) =>
        answer(Array.from({ length: 20 }, () => ({})).slice(0, 40 - offset), {
          limit,
          offset,
          total: 40,
        }),
      20,
    )
    expect(read).toMatchObject({ entries: 40, partial: [] })
  })

  test('behavior: the source says that its answer is partial', async () => {
    const read = await readAll(() => ({
      body: {
        resources: items(0, 3),
        partialResults: true,
        pagination: { total: 3 },
      },
    }))
    expect(read).toMatchObject({ distinct: 3, partial: ['source_partial'] })
  })

  test('behavior: an empty page before the reported end', async () => {
    const read = await readAll(
      ({ limit, offset }) =>
        answer(offset === 0 ? items(0, 20) : [], { limit, offset, total: 90 }),
      20,
    )
    expect(read).toMatchObject({ partial: ['ended_early: 20 of 90'] })
  })

  test('behavior: 429 is waited for as it says, in seconds or by date', async () => {
    const read = await readAll(({ offset }, turn) => {
      if (turn === 1)
        return { status: 429, headers: { 'retry-after': '7' }, body: '' }
      if (turn === 2)
        return {
          status: 503,
          headers: { 'retry-after': 'Mon, 30 Nov 2026 12:00:05 GMT' },
          body: '',
        }
      if (turn === 3) return { status: 502, body: '' }
      return answer(items(offset, 10), { limit: 1_000, offset, total: 10 })
    })
    expect(read).toMatchObject({ distinct: 10, partial: [] })
    expect(read.waits).toEqual([7_000, 5_000, 4_000])
  })

  test('behavior: a wait that is too long ends what was begun', async () => {
    const read = await readAll(({ limit, offset }) => {
      if (offset > 0)
        return { status: 429, headers: { 'retry-after': '121' }, body: '' }
      return answer(items(0, 20), { limit, offset, total: 90 })
    }, 20)
    expect(read).toMatchObject({
      distinct: 20,
      partial: ['http_429 at offset 20: status 429'],
      waits: [],
    })
  })

  test.each(['-5', '1.5', '2 Jan 2001', 'Infinity'])(
    'behavior: a Retry-After of %j is none',
    async (asked) => {
      const read = await readAll(({ limit, offset }, turn) =>
        turn === 1
          ? { status: 429, headers: { 'retry-after': asked }, body: '' }
          : answer(items(offset, 10), { limit, offset, total: 10 }),
      )
      expect(read).toMatchObject({ distinct: 10, waits: [1_000] })
    },
  )

  test('behavior: nothing readable at all is a failure', async () => {
    await expect(readAll(() => ({ status: 404, body: '' }))).rejects.toThrow(
      'http_404: status 404',
    )
    await expect(readAll(() => ({ body: '<html>' }))).rejects.toThrow(
      'not_json: the answer is not JSON',
    )
    await expect(readAll(() => ({ body: { error: 'x' } }))).rejects.toThrow(
      'not_a_list: the answer has no list',
    )
    await expect(readAll(() => null)).rejects.toThrow('connection_lost')
  })

  test('behavior: a page over the byte limit is asked for with fewer entries', async () => {
    const { server, asked, tools } = await fakeCatalog(bazaar(150))
    const source = createBazaarSource({
      ...tools,
      baseUrl: server.url,
      limit: 160,
      pageBytes: 12_000,
    })
    const read = summary(await pagesOf(source))
    expect(read).toMatchObject({ distinct: 150, partial: [] })
    expect(asked.slice(0, 4).map(({ limit }) => limit)).toEqual(
      [160, 80, 40, 20].slice(0, 4),
    )
  })

  test('behavior: a single page that is too large fails', async () => {
    const { server, tools } = await fakeCatalog(bazaar(150))
    const base = { ...tools, baseUrl: server.url, pageBytes: 100 }
    await expect(pagesOf(createBazaarSource(base))).rejects.toThrow('too_large')
  })

  test('behavior: a page of too many entries, however small', async () => {
    const many = Array.from({ length: 100_001 }, () => 0)
    await expect(
      readAll(({ limit, offset }) =>
        answer(many, { limit, offset, total: 1e9 }),
      ),
    ).rejects.toThrow('too_large: over 100000 entries')
  })

  test('behavior: entries are bounded over all pages', async () => {
    const { server, tools } = await fakeCatalog(({ limit, offset }) =>
      answer(items(offset, offset + limit), { limit, offset, total: 1e9 }),
    )
    const options = { ...tools, baseUrl: server.url, limit: 20, maxEntries: 50 }
    const read = summary(await pagesOf(createBazaarSource(options)))
    expect(read).toMatchObject({ distinct: 60, partial: ['page_limit'] })
  })

  test('behavior: an address of any length is told from others', async () => {
    const long = (n: number) => `https://seller.example/${'x'.repeat(300)}${n}`
    const list = [1, 2, 2].map((n) => item(n, { resource: long(n) }))
    const read = await readAll(({ limit, offset }) =>
      answer(offset === 0 ? list : [], { limit, offset, total: 3 }),
    )
    expect(read).toMatchObject({ partial: [], asked: { length: 2 } })
  })

  test('behavior: pages are bounded', async () => {
    const { server, tools } = await fakeCatalog(({ limit, offset }) =>
      answer(items(offset, offset + limit), { limit, offset, total: 1e9 }),
    )
    const options = { ...tools, baseUrl: server.url, limit: 20, maxPages: 3 }
    const read = summary(await pagesOf(createBazaarSource(options)))
    expect(read).toMatchObject({ distinct: 60, partial: ['page_limit'] })
  })

  test('behavior: stops when told to', async () => {
    const stop = new AbortController()
    const { server, tools } = await fakeCatalog(() => ({
      status: 503,
      body: '',
    }))
    const wait = async () => stop.abort()
    const options = { ...tools, wait, baseUrl: server.url }
    const reading = pagesOf(createBazaarSource(options), stop.signal)
    await expect(reading).rejects.toThrow('aborted: stopped')
  })
})

describe('createFacilitatorSource', () => {
  test('default: 100 a page, under its own name', async () => {
    const { server, asked, tools } = await fakeCatalog(({ limit, offset }) =>
      answer(items(offset, Math.min(offset + limit, 150)), {
        limit,
        offset,
        total: 150,
      }),
    )
    const source = createFacilitatorSource({
      ...tools,
      baseUrl: `${server.url}/`,
    })
    expect(source.id).toBe('127.0.0.1')
    expect(summary(await pagesOf(source)).distinct).toBe(150)
    expect(asked).toEqual([
      { limit: 100, offset: 0 },
      { limit: 100, offset: 100 },
    ])
  })

  test.each([
    [0, 1],
    [1, 1],
    [37, 37],
    [101, 100],
  ])('behavior: a limit of %d is asked as %d', async (limit, sent) => {
    const { server, asked, tools } = await fakeCatalog(() =>
      answer([item(1)], { total: 1 }),
    )
    const baseUrl = server.url
    await pagesOf(
      createFacilitatorSource({ ...tools, baseUrl, limit, id: 'f' }),
    )
    expect(asked).toEqual([{ limit: sent, offset: 0 }])
  })
})
