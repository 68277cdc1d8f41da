import type { Readable, Writable } from 'node:stream'
import { write } from '../cli/terminal.js'
import { boundedLines } from './bounded-lines.js'
import { InvalidField } from './invalid-field.js'
import {
  type Message,
  type ReadMessage,
  readMessage,
  tooLong,
} from './message.js'

/** Answers a message that was read; what it throws is our own fault. */
export type Desk = (message: Message) => Promise<object>

/** 1 MiB: a challenge is at most a few hundred KiB. */
const MAX_LINE_BYTES = 1024 * 1024

/**
 * Answers every line of `input` with one line on `output`, in their order,
 * until the input ends. Blank lines are passed over. Nothing on a line ends it:
 * what cannot be read, and what fails, is answered with an error object.
 */
export async function serveLines(
  input: Readable,
  output: Writable,
  desk: Desk,
  limit = MAX_LINE_BYTES,
): Promise<void> {
  for await (const line of boundedLines(input, limit)) {
    if ('text' in line && line.text.trim() === '') continue
    const read = 'text' in line ? readMessage(line.text) : tooLong(limit)
    await write(output, `${JSON.stringify(await answered(read, desk))}\n`)
  }
}

async function answered(read: ReadMessage, desk: Desk): Promise<object> {
  if ('error' in read) return read
  const { id } = read.message
  try {
    return { id, ...(await desk(read.message)) }
  } catch (error) {
    if (error instanceof InvalidField) {
      const { message, path } = error
      return { id, error: { code: 'invalid_message', message, path } }
    }
    const message = error instanceof Error ? error.message : String(error)
    return { id, error: { code: 'internal', message, path: '' } }
  }
}
