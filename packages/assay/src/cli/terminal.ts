import type { Readable, Writable } from 'node:stream'

/** Where a command reads and writes; tests pass their own. */
export type Terminal = {
  readonly stdin: Readable
  readonly stdout: Writable & { readonly isTTY?: boolean }
  readonly stderr: Writable & { readonly isTTY?: boolean }
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Writes and waits while the reader is behind, so that memory stays flat. */
export async function write(stream: Writable, text: string): Promise<void> {
  if (stream.destroyed || stream.write(text) || stream.destroyed) return
  await new Promise<void>((resolve) => {
    const go = () => {
      stream.off('drain', go)
      stream.off('close', go)
      resolve()
    }
    stream.once('drain', go)
    stream.once('close', go)
  })
}

/** Colour only on a terminal, and never when NO_COLOR is set to anything. */
export function wantsColor(terminal: Terminal): boolean {
  const { NO_COLOR: noColor, FORCE_COLOR: force } = terminal.env
  if (noColor !== undefined && noColor !== '') return false
  if (force !== undefined && force !== '' && force !== '0') return true
  return terminal.stdout.isTTY === true
}
