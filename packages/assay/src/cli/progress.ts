import type { Terminal } from './terminal.js'

export type Progress = {
  /** One more is done. */
  step(): void
  /** Takes the bar away while something else is printed. */
  clear(): void
  end(): void
}

const SILENT: Progress = { step() {}, clear() {}, end() {} }
const WIDTH = 30

/** A bar on standard error, only where a person is looking; 0 total: none. */
export function createProgress(terminal: Terminal, total: number): Progress {
  const { stderr } = terminal
  if (stderr.isTTY !== true || total === 0) return SILENT
  let done = 0
  const draw = () => {
    const filled = Math.round((done / total) * WIDTH)
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
    stderr.write(`\r${bar} ${done}/${total}`)
  }
  draw()
  return {
    step() {
      done += 1
      draw()
    },
    clear: () => stderr.write('\r\u001b[2K'),
    end: () => stderr.write('\r\u001b[2K'),
  }
}
