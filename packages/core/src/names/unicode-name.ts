import punycode from 'punycode/punycode.js'

/**
 * The Unicode form, in lower case, of an ASCII host name or label. A label of
 * broken punycode stays as it is.
 */
export function unicodeName(host: string): string {
  if (!host.includes(PREFIX)) return host
  return host.split('.').map(unicodeLabel).join('.')
}

/** What the ASCII form of every non-ASCII label starts with. */
const PREFIX = 'xn--'

function unicodeLabel(label: string): string {
  if (!label.startsWith(PREFIX)) return label
  try {
    return punycode.decode(label.slice(PREFIX.length)).toLowerCase()
  } catch {
    return label
  }
}
