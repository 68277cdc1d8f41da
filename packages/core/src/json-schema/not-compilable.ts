/** Thrown inside this folder only: the schema counts as not compiling. */
export class NotCompilable extends Error {
  override readonly name = 'NotCompilable'
}
