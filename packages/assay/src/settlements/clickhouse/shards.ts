import type { Values } from '../sql/column-reader.js'
import { filled } from '../sql/filled.js'
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
