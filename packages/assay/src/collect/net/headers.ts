import type { HeaderField } from './fetch-types.js'
import { textOfHeader } from './text.js'

/** The text of the first field of that name (lower case), if there is one. */
export function headerText(
  headers: readonly HeaderField[],
  name: string,
): string | undefined {
  const field = headers.find(([own]) => own.toLowerCase() === name)
  return field === undefined ? undefined : textOfHeader(field[1])
}
