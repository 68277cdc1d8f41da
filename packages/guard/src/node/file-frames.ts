/// <reference types="node" />
import type { FileHandle } from 'node:fs/promises'

/** One line of a file that several processes append to. */
export type Frame = {
  /** The line as it was written, both line ends included. */
  readonly text: string
  readonly body: Readonly<Record<string, unknown>>
}

export type Frames = {
  readonly frames: readonly Frame[]
  /** Offset after the last whole line. */
  readonly end: number
}

/**
 * The bytes of a frame that is meant to stand at an offset. It starts with a
 * line end, so that what a dead process left unfinished before it is a line of
 * its own, and unreadable.
 */
export function frameOf(at: number, body: object): string {
  return `\n${JSON.stringify({ at, ...body })}\n`
}

/**
 * The frames from an offset on that stand where they were meant to. Every
 * other line came second, or was never finished: nobody counts it.
 */
export async function readFrames(
  file: FileHandle,
  from: number,
): Promise<Frames> {
  const bytes = await bytesFrom(file, from)
  const frames: Frame[] = []
  let start = 0
  for (;;) {
    const lineEnd = bytes.indexOf(NEW_LINE, start)
    if (lineEnd < 0) return { frames, end: from + start }
    const line = bytes.toString('utf8', start, lineEnd)
    const body = bodyOf(line)
    // The frame begins one byte before its line.
    if (body !== undefined && body['at'] === from + start - 1)
      frames.push({ text: `\n${line}\n`, body })
    start = lineEnd + 1
  }
}

const NEW_LINE = 0x0a
const CHUNK = 65_536

async function bytesFrom(file: FileHandle, from: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  for (let at = from; ; ) {
    const { bytesRead, buffer } = await file.read(
      Buffer.allocUnsafe(CHUNK),
      0,
      CHUNK,
      at,
    )
    if (bytesRead === 0) return Buffer.concat(chunks)
    chunks.push(buffer.subarray(0, bytesRead))
    at += bytesRead
  }
}

function bodyOf(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
