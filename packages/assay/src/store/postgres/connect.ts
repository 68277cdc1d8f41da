import pg from 'pg'

const MAX_CONNECTIONS = 10
const CONNECT_MS = 5_000
/** An abandoned transaction must not hold its locks for ever. */
const IDLE_IN_TRANSACTION_MS = 60_000
const INT8 = 20

/** A pool of connections; it connects when it is first asked. */
export function connectPostgres(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    application_name: 'assay',
    keepAlive: true,
    types: {
      // Counts and epoch milliseconds stay far below 2^53.
      getTypeParser: (oid, format) =>
        oid === INT8 ? Number : pg.types.getTypeParser(oid, format),
    },
  })
  // A connection that is lost fails the statement on it; without a listener
  // the same event would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
