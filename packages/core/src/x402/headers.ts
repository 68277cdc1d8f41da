import type { CollectedResponse } from './challenge-types.js'

export type CollectedHeaders = CollectedResponse['headers']

/**
 * All values of a header, in the order collected: its name is matched without
 * case, under every spelling. `name` in lower case.
 */
export function headerValues(
  headers: CollectedHeaders,
  name: string,
): readonly string[] {
  const values: string[] = []
  for (const key of Object.keys(headers)) {
    if (key.length !== name.length || key.toLowerCase() !== name) continue
    const value = headers[key] as string | readonly string[]
    if (typeof value === 'string') values.push(value)
    else for (const item of value) values.push(item)
  }
  return values
}

/** The first value of a header, matched like `headerValues`. */
export function firstHeader(
  headers: CollectedHeaders,
  name: string,
): string | undefined {
  return headerValues(headers, name)[0]
}
