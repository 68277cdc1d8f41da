import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../store/open-store.js'
import { CliError } from '../exit.js'
import { fakeWorld } from '../testing/fake-world.js'
import { serveCommand, workerCommand } from './serve.js'
import type { ServeFlags } from './serve-options.js'

const FLAGS: ServeFlags = {
  host: '127.0.0.1',
  port: '0',
  crawl: true,
  source: [],
  workers: '4',
  allowHost: [],
}

/** A world whose keys are in a folder of the test's own. */
function world(env: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-serve-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const made = fakeWorld('', {
    env: { ASSAY_KEYS: join(folder, 'keys'), ...env },
  })
  const sleep = (ms: number) =>
    new Promise<void>((resolve) => setTimeout(resolve, Math.min(ms, 20)))
  return { ...made, sleep }
}

async function store() {
  const opened = await openStore(':memory:')
  onTestFinished(() => opened.close())
  return opened
}

describe('serveCommand', () => {
  test('default: answers until it is stopped, and asks nobody', async () => {
    const own = world()
    const asked: string[] = []
    const resolver = async (name: string) => {
      asked.push(name)
      throw Object.assign(new Error('no'), { code: 'ENOTFOUND' })
    }
    const stop = new AbortController()
    const running = serveCommand(
      FLAGS,
      { ...own, resolver },
      await store(),
      stop,
    )
    await expect.poll(own.err).toMatch(/listening on http:\/\/127.0.0.1:\d+/)
    const [url = ''] = /http:\S+\d/.exec(own.err()) ?? []
    expect((await fetch(`${url}/health`)).status).toBe(200)
    const jwks = await (await fetch(`${url}/.well-known/jwks.json`)).json()
    expect(jwks.keys).toHaveLength(1)
    stop.abort()
    expect(await running).toBe(0)
    await expect(fetch(`${url}/health`)).rejects.toThrow()
    expect(asked).toEqual([])
    const events = own
      .out()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).event)
    expect(events).toContain('listening')
    expect(events.at(-1)).toBe('stopping')
  })

  test.each([
    ['a port that is none', { port: '70000' }, {}, '--port'],
    ['a wallet that is none', {}, { ASSAY_PAY_TO: '0x1' }, 'ASSAY_PAY_TO'],
    ['a key in place of its hash', {}, { ASSAY_EXEMPT_KEYS: 'k' }, 'SHA-256'],
    ['a log level', {}, { ASSAY_LOG: 'loud' }, 'ASSAY_LOG'],
  ])('behavior: %s is named', async (_, flags, env, said) => {
    const run = serveCommand({ ...FLAGS, ...flags }, world(env), await store())
    const error = await run.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(CliError)
    expect((error as CliError).message).toContain(said)
  })

  test('behavior: a port that is taken is named', async () => {
    const own = world()
    const stop = new AbortController()
    const first = serveCommand(FLAGS, own, await store(), stop)
    await expect.poll(own.err).toContain('listening')
    const [, port = ''] = /:(\d+) /.exec(own.err()) ?? []
    const second = serveCommand({ ...FLAGS, port }, world(), await store())
    await expect(second).rejects.toThrow(`port ${port} is taken`)
    stop.abort()
    await first
  })
})

describe('workerCommand', () => {
  test('default: works until it is stopped', async () => {
    const own = world()
    const stop = new AbortController()
    const running = workerCommand(FLAGS, own, await store(), stop)
    await expect.poll(own.err).toContain('at work')
    stop.abort()
    expect(await running).toBe(0)
  })
})
