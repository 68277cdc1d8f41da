/** Bytes of a 402 answer that are read; what is longer is cut off. */
const LIMIT = 524_288

/** Reads a body up to a limit: an endless one is a trick, not a challenge. */
export async function readText(
  response: Response,
): Promise<{ readonly text: string; readonly truncated: boolean }> {
  if (response.body === null) return { text: '', truncated: false }
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return { text: text + decoder.decode(), truncated: false }
    length += value.length
    if (length > LIMIT) {
      await reader.cancel().catch(() => undefined)
      return { text, truncated: true }
    }
    text += decoder.decode(value, { stream: true })
  }
}
