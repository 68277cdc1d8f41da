/** Exit codes of every command (sysexits where one fits). */
export const EXIT = {
  allow: 0,
  block: 1,
  hold: 2,
  usage: 64,
  data: 65,
  unavailable: 69,
  internal: 70,
} as const

/** A failure that the person at the terminal can act on. */
export class CliError extends Error {
  readonly exitCode: number
  /** What to do, or an example of what would have worked. */
  readonly hint: string | undefined

  constructor(exitCode: number, message: string, hint?: string) {
    super(message)
    this.name = 'CliError'
    this.exitCode = exitCode
    this.hint = hint
  }
}

/** The exit code of a decision; a batch ends with its worst one. */
export function exitOf(decision: 'allow' | 'hold' | 'block'): number {
  return EXIT[decision]
}

const SEVERITY: readonly number[] = [
  EXIT.allow,
  EXIT.data,
  EXIT.hold,
  EXIT.block,
]

/**
 * The worse of two exit codes: block over hold over a line that could not be
 * read over allow, faults of our own over all.
 */
export function worseExit(a: number, b: number): number {
  const rank = (code: number) => {
    const known = SEVERITY.indexOf(code)
    return known < 0 ? SEVERITY.length : known
  }
  return rank(b) > rank(a) ? b : a
}
