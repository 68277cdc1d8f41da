import type { Values } from '../sql/column-reader.js'
import type { Asked, ClickHouseCall } from './call.js'

/**
 * Servers that share the rows by seller: what one seller got and sent lies on
 * one server, so that no question needs rows of another one. Dictionary,
 * cursors and marks lie on the first.
 */
export type Shards = {
  readonly first: ClickHouseCall
  readonly all: readonly ClickHouseCall[]
  /** The server of a seller (a dictionary id). */
  of(seller: number): ClickHouseCall
  /** From the server of `values.wallet`; without one from all of them. */
  rows(text: string, values: Values, asked?: Asked): Promise<string[][]>
}

export function shardsOf(servers: readonly ClickHouseCall[]): Shards {
  const [first] = servers
  if (first === undefined) throw new TypeError('no ClickHouse server')
  const of = (seller: number) =>
    servers[seller % servers.length] as ClickHouseCall
  return {
    first,
    all: servers,
    of,
    rows: async (text, values, asked) => {
      const query = filled(text, values)
      const { wallet } = values
      if (wallet !== undefined) return of(wallet).query(query, asked)
      const answers = await Promise.all(
        servers.map((server) => server.query(query, asked)),
      )
      return answers.flat()
    },
  }
}

/** A text with whole numbers for `$name`; the old dialect binds nothing. */
export function filled(text: string, values: Values): string {
  return text.replace(/\$([a-z_]+)/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new TypeError(`no value for $${name}`)
    if (!Number.isSafeInteger(value))
      throw new TypeError(`$${name} is no whole number`)
    return value < 0 ? `(${value})` : String(value)
  })
}
