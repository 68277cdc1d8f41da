/** How a database says what the tables are made of. */
export type DdlWords = {
  readonly int: string
  /** Compared by bytes, whatever the locale. */
  readonly text: string
  readonly bytes: string
  readonly real: string
  /** A growing integer primary key. */
  readonly counted: string
  /** After the closing bracket of a table found by its own key. */
  readonly byKey: string
  /** After the closing bracket of any other table. */
  readonly table: string
  /** The database's own clock in epoch milliseconds. */
  readonly clock: string
  /** The greater of several expressions that are not null. */
  readonly greatest: string
  /** Statements that forbid to change evidence, or to delete it untimely. */
  readonly appendOnly: readonly string[]
}
