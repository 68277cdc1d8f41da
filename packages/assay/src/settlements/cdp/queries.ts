import { isEvmAddress } from '@assay402/core'

/** Rows of one page; one more is asked for, to see that there are more. */
export const PAGE_ROWS = 10_000

/** Wallets of one query: each stands in it twice. */
export const MOST_WALLETS = 90

/** A span of time [from, until), epoch milliseconds, whole seconds. */
export type Span = { readonly from: number; readonly until: number }

export type EventsAsk = Span & {
  readonly token: string
  readonly wallets: readonly string[]
}

/** The newest block that the index has, since a moment. */
export function headQuery(since: number): string {
  return `SELECT max(block_number) AS block, CAST(max(timestamp) AS String) AS at FROM base.blocks WHERE timestamp >= ${time(since)}`
}

/** Transfers of a token from or to wallets, those that were taken back too. */
export function transfersQuery(ask: EventsAsk): string {
  return `SELECT block_number, CAST(block_timestamp AS String) AS at, transaction_hash, log_index, transaction_from, transaction_to, ${FROM} AS sender, ${TO} AS recipient, CAST(parameters['value'] AS String) AS amount, CAST(action AS String) AS action FROM base.events WHERE ${transfersOf(ask)} ORDER BY block_number, log_index LIMIT ${PAGE_ROWS + 1}`
}

/** The authorizations that were used in the transactions of those transfers. */
export function authorizationsQuery(ask: EventsAsk): string {
  return `SELECT DISTINCT transaction_hash, lower(CAST(parameters['authorizer'] AS String)) AS payer FROM base.events WHERE ${eventsOf(AUTHORIZATION_USED, ask)} AND transaction_hash IN (SELECT transaction_hash FROM base.events WHERE ${transfersOf(ask)}) LIMIT ${PAGE_ROWS + 1}`
}

const TRANSFER = 'Transfer(address,address,uint256)'
const AUTHORIZATION_USED = 'AuthorizationUsed(address,bytes32)'
const FROM = "lower(CAST(parameters['from'] AS String))"
const TO = "lower(CAST(parameters['to'] AS String))"

function transfersOf(ask: EventsAsk): string {
  const list = wallets(ask.wallets)
  return `${eventsOf(TRANSFER, ask)} AND (${TO} IN (${list}) OR ${FROM} IN (${list}))`
}

function eventsOf(
  signature: string,
  { token, from, until }: EventsAsk,
): string {
  return `event_signature = '${signature}' AND address = ${address(token)} AND block_timestamp >= ${time(from)} AND block_timestamp < ${time(until)}`
}

// The API takes no parameters: what comes from outside is an address by every
// character of it, or a number of our own.

function address(text: string): string {
  if (!isEvmAddress(text)) throw new TypeError('no address')
  return `'${text.toLowerCase()}'`
}

function wallets(list: readonly string[]): string {
  if (list.length === 0 || list.length > MOST_WALLETS)
    throw new TypeError(`${list.length} wallets`)
  return list.map(address).join(', ')
}

function time(ms: number): string {
  const text = new Date(ms).toISOString()
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/.test(text))
    throw new TypeError('no whole second')
  return `'${text.slice(0, 10)} ${text.slice(11, 19)}'`
}
