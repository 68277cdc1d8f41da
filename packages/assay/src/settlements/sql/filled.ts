import type { Values } from './column-reader.js'

/**
 * A text with whole numbers for `$name`, where an engine binds nothing or plans
 * badly without them. Throws TypeError for anything else than a safe integer.
 */
export function filled(text: string, values: Values): string {
  return text.replace(/\$([a-z_]+)/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new TypeError(`no value for $${name}`)
    if (!Number.isSafeInteger(value))
      throw new TypeError(`$${name} is no whole number`)
    return value < 0 ? `(${value})` : String(value)
  })
}
