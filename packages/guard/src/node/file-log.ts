/// <reference types="node" />
import { rm } from 'node:fs/promises'
import type { LedgerEvent } from '../ledger/event.js'
import type { LedgerLog } from '../ledger/ledger.js'
import { isFileError, withAppendFile } from './append-file.js'
import { type Frames, frameOf, readFrames } from './file-frames.js'
import {
  currentGeneration,
  fileOf,
  newGeneration,
  succeed,
} from './file-generations.js'

export type FileLogOptions = {
  /** Bytes from which on the file is written anew; 1 MB when not said. */
  readonly compact_above_bytes?: number
}

const COMPACT_ABOVE = 1_000_000

/**
 * The log in a file, shared without a lock. A frame says at which offset it
 * was meant to stand; one that stands elsewhere came second, and every reader
 * leaves it out. So an append counts or does not count, whoever dies when.
 */
export function createFileLog(
  path: string,
  options: FileLogOptions = {},
): LedgerLog {
  const limit = options.compact_above_bytes ?? COMPACT_ABOVE
  let generation: string | undefined
  // Everything before it was read.
  let offset = 0

  function turnTo(next: string): string {
    generation = next
    offset = 0
    return next
  }

  async function framesIn(name: string): Promise<Frames | undefined> {
    try {
      return await withAppendFile(fileOf(path, name), (file) =>
        readFrames(file, offset),
      )
    } catch (error) {
      // Written anew by somebody else since the last look, and tidied up.
      const isGone = isFileError(error, 'ENOENT')
      if (isGone && (await currentGeneration(path)) !== name) return undefined
      throw error
    }
  }

  /** True when the frame is the one that counts at the offset. */
  function appendAt(name: string, body: object): Promise<boolean> {
    const frame = frameOf(offset, body)
    return withAppendFile(fileOf(path, name), async (file) => {
      await file.appendFile(frame)
      await file.datasync()
      const { frames } = await readFrames(file, offset)
      return frames[0]?.text === frame
    })
  }

  return {
    read: async () => {
      let name = generation ?? turnTo(await currentGeneration(path))
      let restarts = offset === 0
      for (;;) {
        const found = await framesIn(name)
        const moved = found?.frames.at(-1)?.body['moved_to']
        if (found !== undefined && typeof moved !== 'string') {
          offset = found.end
          const events = found.frames.flatMap(
            ({ body }) => body['events'] as LedgerEvent[],
          )
          return { events, position: `${name}:${offset}`, restarts }
        }
        name = turnTo(
          typeof moved === 'string' ? moved : await currentGeneration(path),
        )
        restarts = true
      }
    },
    append: async (events, after) =>
      generation !== undefined &&
      after === `${generation}:${offset}` &&
      appendAt(generation, { events }).catch((error) => {
        if (isFileError(error, 'ENOENT')) return false
        throw error
      }),
    compact: async (snapshot) => {
      if (generation === undefined || offset <= limit) return
      const next = await newGeneration(path, frameOf(0, { events: snapshot() }))
      // The one moment at which it counts; everything later is tidying up.
      if (await appendAt(generation, { moved_to: next }))
        await succeed(path, generation, next)
      else await rm(fileOf(path, next), { force: true })
    },
  }
}
