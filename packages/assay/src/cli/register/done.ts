/** Takes the exit code of a command that has run. */
export type Done = (exitCode: number) => void

/** Adds one more value of a repeatable option. */
export function collect(value: string, previous: string[]): string[] {
  return [...previous, value]
}

/** What `--db` takes. */
export const STORE =
  'a file or postgres:// (default: ASSAY_DB, else ~/.local/share/assay/assay.db)'
