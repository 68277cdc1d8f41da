/**
 * Reads a host name as lists write it: ASCII, lower case, no trailing dots,
 * `*.` dropped, IDN to punycode. `undefined` for what is not one host name: a
 * URL with more than a host, a port, an empty label.
 */
export function listedName(text: string): string | undefined {
  const bare = text.startsWith('*.') ? text.slice(2) : text
  const end = endWithoutDots(bare)
  if (end === 0 || end > LONGEST_NAME * 4) return undefined
  const name = end === bare.length ? bare : bare.slice(0, end)
  const ascii = PLAIN.test(name) ? name : asciiName(name)
  if (ascii === undefined || ascii.length > LONGEST_NAME) return undefined
  return ascii
}

/** The name itself and every name above it, the longest first. */
export function namesUpFrom(host: string): string[] {
  const names = [host]
  for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1))
    names.push(host.slice(dot + 1))
  return names
}

const LONGEST_NAME = 253
const PLAIN = /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/
const MORE_THAN_A_NAME = /[\s/?#@:\\[\]%<>^|]/

function endWithoutDots(text: string): number {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) === 0x2e) end--
  return end
}

function asciiName(text: string): string | undefined {
  if (MORE_THAN_A_NAME.test(text)) return undefined
  try {
    const name = new URL(`http://${text}`).hostname
    return PLAIN.test(name) ? name : undefined
  } catch {
    return undefined
  }
}
