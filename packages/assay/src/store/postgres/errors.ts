import { isStoreError, StoreFault, StoreUnavailable } from '../errors.js'

/** SQLSTATE classes and codes that pass: connection, resources, operator. */
const UNAVAILABLE = /^(08|53|57|58|40|55P03|25P03)/
const SOCKET = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_|EHOST|ENET)/
const LOST =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|connection has been discarded|not queryable/

/** True when another transaction stood in the way and nothing was done. */
export function isConflict(error: unknown): boolean {
  const code = codeOf(error)
  return code === '40001' || code === '40P01'
}

/** Any error of pg as StoreUnavailable or StoreFault. */
export function postgresError(error: unknown): Error {
  if (isStoreError(error)) return error
  if (!(error instanceof Error)) return new StoreFault(String(error))
  const code = codeOf(error)
  if (SOCKET.test(code) || UNAVAILABLE.test(code) || LOST.test(error.message))
    return new StoreUnavailable(
      `PostgreSQL is not available now (${error.message || code})`,
      { cause: error },
    )
  if (code === '') return error
  return new StoreFault(
    `PostgreSQL refused a statement (${code}: ${error.message})`,
    { cause: error },
  )
}

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}
