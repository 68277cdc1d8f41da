import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { connectEngine, openStore } from '../open-store.js'
import { run } from '../sql/run.js'
import type { Store } from '../store.js'
import { freshDatabase } from './postgres.js'

/** A store that is tested, and ways round its port. */
export type Subject = {
  /** What `openStore` takes. */
  readonly where: string
  readonly store: Store
  /** Runs a statement as somebody with the database's own client could. */
  raw(statement: string): Promise<Record<string, unknown>[]>
  /** PostgreSQL: ends all its connections. */
  readonly terminate: (() => Promise<void>) | undefined
  /** A path for a further file, in a folder that goes with the subject. */
  file(name: string): string
  dispose(): Promise<void>
}

export type OpenSubject = () => Promise<Subject>

/** A new SQLite store in a folder of its own. */
export async function sqliteSubject(): Promise<Subject> {
  const folder = await temporaryFolder()
  return subjectAt(join(folder, 'assay.db'), folder, undefined, async () => {})
}

/** A new PostgreSQL store; see `freshDatabase` for `server`. */
export async function postgresSubject(server?: string): Promise<Subject> {
  const { url, terminate, drop } = await freshDatabase(server)
  return subjectAt(url, await temporaryFolder(), terminate, drop)
}

/** One subject for the tests of a group; `get` it inside tests. */
export function subjectOf(open: OpenSubject): () => Subject {
  let subject: Subject | undefined
  beforeAll(async () => {
    subject = await open()
  }, 90_000)
  afterAll(() => subject?.dispose())
  return () => {
    if (subject === undefined) throw new Error('asked for before all')
    return subject
  }
}

async function subjectAt(
  where: string,
  folder: string,
  terminate: Subject['terminate'],
  drop: () => Promise<void>,
): Promise<Subject> {
  const store = await openStore(where)
  return {
    where,
    store,
    terminate,
    raw: async (statement) => {
      const engine = await connectEngine(where)
      try {
        const { rows } = await engine.write((db) =>
          run<Record<string, unknown>>(engine, db, statement, []),
        )
        return rows
      } finally {
        await engine.close()
      }
    },
    file: (name) => join(folder, name),
    dispose: async () => {
      await store.close()
      await drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'assay-store-'))
}
