import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { isStoreError, StoreFault } from './errors.js'
import { connectEngine } from './open-store.js'
import { readArchive } from './sql/archive-read.js'
import { archiveLines } from './sql/archive-write.js'
import type { Engine } from './sql/engine.js'
import { openForReading } from './sqlite/connect.js'
import { sqliteEngine } from './sqlite/engine.js'

const SQLITE_MAGIC = Buffer.from('SQLite format 3\0')
const GZIP_MAGIC = Buffer.from([0x1f, 0x8b])

/**
 * Puts a backup of either kind into a new store of either kind: SQLite by path
 * or PostgreSQL by URL. All or nothing. Throws StoreFault when the target holds
 * data or the backup cannot be read whole.
 */
export async function restoreStore(
  file: string,
  target: string,
): Promise<void> {
  const start = await firstBytes(file)
  const isDatabase = start.equals(SQLITE_MAGIC)
  if (!isDatabase && !start.subarray(0, 2).equals(GZIP_MAGIC))
    throw new StoreFault(`${file} is no backup of a store`)
  const engine = await connectEngine(target)
  try {
    if (isDatabase) await fromDatabase(file, engine)
    else await fromArchive(file, engine)
  } finally {
    await engine.close()
  }
}

async function fromDatabase(file: string, engine: Engine): Promise<void> {
  const source = sqliteEngine(openForReading(file))
  try {
    await source.snapshot((db) => readArchive(engine, archiveLines(db)))
  } finally {
    await source.close()
  }
}

async function fromArchive(file: string, engine: Engine): Promise<void> {
  try {
    await readArchive(engine, linesOf(file))
  } catch (error) {
    // zlib says Z_BUF_ERROR or Z_DATA_ERROR of a file that is not whole.
    const { code } = error as { code?: unknown }
    if (isStoreError(error) || !String(code).startsWith('Z_')) throw error
    throw new StoreFault('the archive is damaged or cut short', {
      cause: error,
    })
  }
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const bytes = createReadStream(file)
  const text = createGunzip()
  bytes.on('error', (error) => text.destroy(error))
  bytes.pipe(text)
  let rest = ''
  text.setEncoding('utf8')
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

async function firstBytes(file: string): Promise<Buffer> {
  try {
    const handle = await open(file)
    try {
      const { buffer, bytesRead } = await handle.read(
        Buffer.alloc(SQLITE_MAGIC.length),
      )
      return buffer.subarray(0, bytesRead)
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw new StoreFault(`${file} cannot be read`, { cause: error })
  }
}
