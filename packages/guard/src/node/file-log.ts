/// <reference types="node" />
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { LedgerEvent } from '../ledger/event.js'
import type { LedgerLog } from '../ledger/ledger.js'
import { frameOf, readFrames } from './file-frames.js'
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
  let opened:
    | { readonly file: FileHandle; readonly generation: string }
    | undefined
  // Everything before it was read.
  let offset = 0

  async function openGeneration(generation: string) {
    await opened?.file.close()
    opened = undefined
    // `a+`: every write goes to the end, wherever others have moved that.
    const file = await open(fileOf(path, generation), 'a+', 0o600)
    offset = 0
    opened = { file, generation }
    return opened
  }

  async function ready() {
    if (opened !== undefined) return opened
    await mkdir(dirname(path), { recursive: true })
    return openGeneration(await currentGeneration(path))
  }

  /** True when the frame is the one that counts at the offset. */
  async function appendAt(body: object): Promise<boolean> {
    const { file } = await ready()
    const frame = frameOf(offset, body)
    await file.appendFile(frame)
    await file.datasync()
    const { frames } = await readFrames(file, offset)
    return frames[0]?.text === frame
  }

  return {
    read: async () => {
      let { file, generation } = await ready()
      let restarts = offset === 0
      const events: LedgerEvent[] = []
      for (;;) {
        const { frames, end } = await readFrames(file, offset)
        offset = end
        const moved = frames.at(-1)?.body['moved_to']
        if (typeof moved !== 'string') {
          for (const { body } of frames)
            events.push(...((body['events'] ?? []) as LedgerEvent[]))
          return { events, position: `${generation}:${offset}`, restarts }
        }
        ;({ file, generation } = await openGeneration(moved))
        restarts = true
      }
    },
    append: async (events, after) => {
      const { generation } = await ready()
      return after === `${generation}:${offset}` && appendAt({ events })
    },
    compact: async (snapshot) => {
      const { generation } = await ready()
      if (offset <= limit) return
      const next = newGeneration()
      const file = await open(fileOf(path, next), 'wx', 0o600)
      await file.appendFile(frameOf(0, { events: snapshot() }))
      await file.datasync()
      await file.close()
      // The one moment at which it counts; everything later is tidying up.
      if (await appendAt({ moved_to: next }))
        await succeed(path, generation, next)
    },
  }
}
