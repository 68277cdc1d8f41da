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

/** A place for a store, where none is yet. */
export type Unused = Pick<Subject, 'where' | 'terminate' | 'file' | 'dispose'>

export type OpenUnused = () => Promise<Unused>

/** A place for a SQLite file in a folder of its own. */
export async function sqliteUnused(): Promise<Unused> {
  const folder = await temporaryFolder()
  return placeAt(join(folder, 'assay.db'), folder, undefined, async () => {})
}

/** An empty PostgreSQL database; see `freshDatabase` for `server`. */
export async function postgresUnused(server?: string): Promise<Unused> {
  const { url, terminate, drop } = await freshDatabase(server)
  return placeAt(url, await temporaryFolder(), terminate, drop)
}

/** A new empty store in an unused place. */
export async function subjectIn(unused: OpenUnused): Promise<Subject> {
  const place = await unused()
  const { where } = place
  const store = await openStore(where)
  return {
    ...place,
    store,
    raw: (statement) => raw(where, statement),
    dispose: async () => {
      await store.close()
      await place.dispose()
    },
  }
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

async function raw(where: string, statement: string) {
  const engine = await connectEngine(where)
  try {
    const { rows } = await engine.write((db) =>
      run<Record<string, unknown>>(engine, db, statement, []),
    )
    return rows
  } finally {
    await engine.close()
  }
}

function placeAt(
  where: string,
  folder: string,
  terminate: Unused['terminate'],
  drop: () => Promise<void>,
): Unused {
  return {
    where,
    terminate,
    file: (name) => join(folder, name),
    dispose: async () => {
      await drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'assay-store-'))
}
