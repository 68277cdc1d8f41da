import type { Writable } from 'node:stream'

/** Lines that are written out together, a moment after they came. */
export type Lines = {
  readonly write: (line: string) => void
  readonly flush: () => void
}

const MOST_CHARACTERS = 65_536
const WAIT_MS = 50

/** A line alone is too dear when there is one for every request. */
export function createLines(out: Writable): Lines {
  let waiting = ''
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (waiting === '') return
    const text = waiting
    waiting = ''
    out.write(text)
  }
  return {
    flush,
    write: (line) => {
      waiting += line
      if (waiting.length >= MOST_CHARACTERS) flush()
      else timer ??= setTimeout(flush, WAIT_MS).unref()
    },
  }
}
