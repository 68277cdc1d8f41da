import { describe, expect, test } from 'vitest'
import { fetchFrom } from '../../collect/testing/network.js'
import { httpServer } from '../../collect/testing/servers.js'
import { fakeWorld } from '../testing/fake-world.js'
import { crawlSources } from './crawl-sources.js'

describe('crawlSources', () => {
  test('behavior: an interrupt ends a wait that a source asked for', async () => {
    const server = await httpServer((_, response) => {
      response.writeHead(503, { 'retry-after': '120' }).end()
    })
    const stop = new AbortController()
    const naps: number[] = []
    const world = {
      ...fakeWorld(),
      sleep: async (ms: number) => {
        naps.push(ms)
        if (naps.length === 2) stop.abort()
      },
    }
    const [source] = crawlSources([server.url], {
      ...{ fetch: fetchFrom([server]), world, admit: async () => true },
    })
    const reading = source?.read(stop.signal)[Symbol.asyncIterator]().next()
    await expect(reading).rejects.toThrow('aborted')
    expect(naps).toEqual([1_000, 1_000])
  })
})
