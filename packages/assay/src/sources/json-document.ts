/** Parses JSON, a leading byte order mark skipped; `undefined` when it is none. */
export function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text.replace(/^\ufeff/, '')) as unknown }
  } catch {
    return undefined
  }
}
