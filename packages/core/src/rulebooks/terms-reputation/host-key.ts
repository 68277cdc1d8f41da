import { DEFAULT_PORTS } from './data.js'

const ORIGIN =
  /^([a-z][a-z0-9+.-]*):\/\/(\[[^\]/]*\]|[^\s/?#@:[\]\\]+)(?::([0-9]{1,5}))?$/

/**
 * The key that a host's reputation is kept under: `scheme://host[:port]` in
 * lower case, the scheme's default port left out, `www.` kept. A text of
 * another form is given back as it is.
 */
export function hostKey(text: string): string {
  const parts = ORIGIN.exec(text.toLowerCase())
  if (parts === null) return text
  const [, scheme = '', host = '', port] = parts
  const isDefault =
    port === undefined ||
    (Object.hasOwn(DEFAULT_PORTS, scheme) &&
      DEFAULT_PORTS[scheme] === Number(port))
  return isDefault ? `${scheme}://${host}` : `${scheme}://${host}:${port}`
}
