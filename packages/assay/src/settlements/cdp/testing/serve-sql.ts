import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type SqlEvent = {
  readonly kind: 'transfer' | 'used'
  /** Seconds since the epoch. */
  readonly at: number
  readonly block: number
  readonly tx: string
  readonly log_index: number
  readonly sender: string
  readonly contract: string
  readonly parameters: Readonly<Record<string, string>>
  readonly action?: 'added' | 'removed'
}

/**
 * The SQL API on loopback, in its documented shapes. It understands just the
 * texts that the reader writes, and keeps them.
 */
export async function serveSql(token: string) {
  const events: SqlEvent[] = []
  const queries: string[] = []
  let head = 0
  let refuse: (
    sql: string,
  ) => { status: number; body: object; after?: string } | undefined = () =>
    undefined
  const rowsOf = (sql: string): object[] => {
    if (sql.includes('base.blocks'))
      return [{ block: String(head / 2), at: text(head) }]
    const [, from = '', until = ''] =
      /block_timestamp >= '([^']+)' AND block_timestamp < '([^']+)'/.exec(
        sql,
      ) ?? []
    const wallets = new Set(sql.match(/0x[0-9a-f]{40}/g) ?? [])
    const moved = events.filter(
      (event) =>
        event.kind === 'transfer' &&
        text(event.at) >= from &&
        text(event.at) < until &&
        (wallets.has(event.parameters['from']?.toLowerCase() ?? '') ||
          wallets.has(event.parameters['to']?.toLowerCase() ?? '')),
    )
    if (sql.includes('AuthorizationUsed')) {
      const txs = new Set(moved.map(({ tx }) => tx))
      return events
        .filter(({ kind, tx }) => kind === 'used' && txs.has(tx))
        .map(({ tx, parameters }) => ({
          transaction_hash: tx,
          payer: parameters['authorizer']?.toLowerCase(),
        }))
    }
    return moved
      .slice(0, Number(/LIMIT (\d+)/.exec(sql)?.[1]))
      .map((event) => ({
        block_number: String(event.block),
        at: `${text(event.at)}.000`,
        transaction_hash: event.tx,
        log_index: event.log_index,
        transaction_from: event.sender,
        transaction_to: event.contract,
        sender: event.parameters['from']?.toLowerCase(),
        recipient: event.parameters['to']?.toLowerCase(),
        amount: event.parameters['value'],
        action: event.action ?? 'added',
      }))
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const answer = (status: number, body: object, after?: string) => {
        response.writeHead(status, {
          'content-type': 'application/json',
          ...(after !== undefined && { 'retry-after': after }),
        })
        response.end(JSON.stringify(body))
      }
      if (
        request.headers.authorization !== `Bearer ${token}` ||
        request.url !== '/platform/v2/data/query/run' ||
        request.method !== 'POST'
      )
        return answer(401, {
          errorType: 'unauthorized',
          errorMessage: 'Unauthorized.',
        })
      const { sql } = JSON.parse(Buffer.concat(chunks).toString()) as {
        sql: string
      }
      queries.push(sql)
      const refused = refuse(sql)
      if (refused !== undefined)
        return answer(refused.status, refused.body, refused.after)
      const result = rowsOf(sql)
      return answer(200, {
        result,
        schema: { columns: [] },
        metadata: {
          cached: false,
          executionTimeMs: 7,
          rowCount: result.length,
        },
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    queries,
    add: (...more: SqlEvent[]) => events.push(...more),
    setHead: (seconds: number) => {
      head = seconds
    },
    refuse: (how: typeof refuse) => {
      refuse = how
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function text(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().slice(0, 19).replace('T', ' ')
}
