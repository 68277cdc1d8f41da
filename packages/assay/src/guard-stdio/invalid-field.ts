/** A field of a message that can be read and says nothing usable. */
export class InvalidField extends Error {
  /** Dotted. */
  readonly path: string

  constructor(path: string, problem: string) {
    super(`${path}: ${problem}`)
    this.name = 'InvalidField'
    this.path = path
  }
}
