import { isObject, own } from '../json/value.js'

export type FilledPath = {
  /** With every placeholder filled for which a plain example is declared. */
  readonly href: string
  /** The path with its placeholders as `:name`; null when it has none. */
  readonly route: string | null
  /** A placeholder is left. */
  readonly unfilled: boolean
}

/** Fills `:id`, `{id}`, `[id]` and `<id>` segments by declared examples. */
export function fillPath(url: URL, examples: unknown): FilledPath {
  const segments = url.pathname.split('/')
  const names = segments.map(placeholder)
  if (names.every((name) => name === undefined))
    return { href: url.href, route: null, unfilled: false }
  const params = isObject(examples) ? examples : {}
  let unfilled = false
  const filled = segments.map((segment, at) => {
    const name = names[at]
    if (name === undefined) return segment
    const value = String(own(params, name) ?? '')
    if (PLAIN_VALUE.test(value)) return value
    unfilled = true
    return segment
  })
  const route = segments
    .map((segment, at) => (names[at] === undefined ? segment : `:${names[at]}`))
    .join('/')
  const href = `${url.origin}${filled.join('/')}${url.search}`
  return { href, route, unfilled }
}

/** True when the path of a URL holds a placeholder in place of a value. */
export function hasPathTemplate(url: string): boolean {
  if (!URL.canParse(url)) return false
  return new URL(url).pathname
    .split('/')
    .some((segment) => placeholder(segment) !== undefined)
}

// Not `.` and `..`, which would lead elsewhere.
const PLAIN_VALUE = /^(?!\.{1,2}$)[A-Za-z0-9._~-]{1,128}$/
const NAME = '([A-Za-z_][A-Za-z0-9_.-]{0,63})'
const PLACEHOLDERS = [
  new RegExp(`^:${NAME}[?*+]?$`),
  // As a URL writes braces and angle brackets.
  new RegExp(`^%7B${NAME}%7D$`, 'i'),
  new RegExp(`^%3C${NAME}%3E$`, 'i'),
  new RegExp(`^\\{${NAME}\\}$`),
  new RegExp(`^\\[(?:\\.\\.\\.)?${NAME}\\]$`),
]

function placeholder(segment: string): string | undefined {
  for (const pattern of PLACEHOLDERS) {
    const name = pattern.exec(segment)?.[1]
    if (name !== undefined) return name
  }
  return undefined
}
