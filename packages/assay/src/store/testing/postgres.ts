import { type SpawnOptions, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { openSync } from 'node:fs'
import { chmod, mkdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'
import pg from 'pg'

const START_MS = 60_000

export type TestDatabase = {
  readonly url: string
  /** Ends every connection to it, as a restart of the server would. */
  terminate(): Promise<void>
  drop(): Promise<void>
}

/**
 * A new empty database: on the server at `server` (a URL without a database),
 * else on one PostgreSQL that all test files of a run share. The first to ask
 * starts it; it ends by itself after the run.
 */
export async function freshDatabase(server?: string): Promise<TestDatabase> {
  const at = new URL(server ?? (await sharedServer()))
  const name = `assay_test_${randomBytes(6).toString('hex')}`
  await admin(at.href, `create database ${name}`)
  const url = new URL(at)
  url.pathname = `/${name}`
  return {
    url: url.href,
    terminate: () =>
      admin(
        at.href,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      ),
    drop: () => admin(at.href, `drop database if exists ${name} with (force)`),
  }
}

async function sharedServer(): Promise<string> {
  // Workers are children of the run, or threads of it.
  const owner = isMainThread ? process.ppid : process.pid
  const folder = join(tmpdir(), `assay-test-postgres-${owner}`)
  if (await isFirst(folder)) startServer(folder, owner)
  const until = performance.now() + START_MS
  for (;;) {
    const url = await readFile(join(folder, 'url'), 'utf8').catch(() => '')
    if (url !== '') return `${url}/postgres`
    if (performance.now() > until)
      throw new Error(`PostgreSQL did not start; see ${folder}/log`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function isFirst(folder: string): Promise<boolean> {
  try {
    await mkdir(folder)
  } catch {
    return false
  }
  // As root the server runs as another user.
  await chmod(folder, 0o755)
  return true
}

function startServer(folder: string, owner: number): void {
  const log = openSync(join(folder, 'log'), 'a')
  const options: SpawnOptions = { detached: true, stdio: ['ignore', log, log] }
  const script = fileURLToPath(new URL('postgres-server.ts', import.meta.url))
  const args = ['--import', 'tsx', script, folder, String(owner)]
  spawn(process.execPath, args, options).unref()
}

async function admin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
