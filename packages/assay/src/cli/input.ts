import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { CliError, EXIT } from './exit.js'
import type { Terminal } from './terminal.js'

/** 256 MiB: a bundle with every body is far below it, a mistake is above. */
const MAX_INPUT_BYTES = 256 * 1024 * 1024

/** Reads a whole file, or standard input for `-` or nothing. */
export async function readText(
  file: string | undefined,
  terminal: Terminal,
): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of open(file, terminal)) {
      chunks.push(Buffer.from(chunk))
      size += chunk.length
      if (size > MAX_INPUT_BYTES)
        throw new CliError(EXIT.data, `${nameOf(file)} is over 256 MiB`)
    }
  } catch (error) {
    throw readable(error, file)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The lines of a file or of standard input, without their line ends. */
export async function* readLines(
  file: string | undefined,
  terminal: Terminal,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8')
  // The pieces of the line under way: joined once, so that a line of any length
  // costs its length.
  let pieces: string[] = []
  try {
    for await (const chunk of open(file, terminal)) {
      const [first = '', ...more] = decoder
        .decode(chunk, { stream: true })
        .split('\n')
      pieces.push(first)
      for (const next of more) {
        yield withoutReturn(pieces.join(''))
        pieces = [next]
      }
    }
  } catch (error) {
    throw readable(error, file)
  }
  const rest = pieces.join('') + decoder.decode()
  if (rest !== '') yield withoutReturn(rest)
}

/** Parses JSON that a person gave; the error names the file and the place. */
export function parseJson(text: string, file: string | undefined): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new CliError(
      EXIT.data,
      `${nameOf(file)} is not JSON: ${(error as Error).message}`,
    )
  }
}

/** Reads and parses one JSON document. */
export async function readJson(
  file: string | undefined,
  terminal: Terminal,
): Promise<unknown> {
  return parseJson(await readText(file, terminal), file)
}

function open(file: string | undefined, terminal: Terminal): Readable {
  return file === undefined || file === '-'
    ? terminal.stdin
    : createReadStream(file)
}

function nameOf(file: string | undefined): string {
  return file === undefined || file === '-' ? 'standard input' : file
}

function readable(error: unknown, file: string | undefined): unknown {
  const code = (error as NodeJS.ErrnoException).code
  if (error instanceof CliError || code === undefined) return error
  const why =
    code === 'ENOENT'
      ? 'no such file'
      : code === 'EISDIR'
        ? 'that is a folder'
        : code
  return new CliError(EXIT.data, `${nameOf(file)}: ${why}`)
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
