import { isObject } from '@assay402/core'
import { RpcFailed } from './rpc.js'

export const TOPICS = {
  transfer:
    '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  used: '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5',
  canceled:
    '0x1cdd46ff242716cdaa72d159d339a485b3438398348d68f09d7c8c0a59353d81',
} as const

/** An ERC-20 `Transfer`, addresses in lower case. */
export type TransferLog = {
  readonly block: number
  readonly block_hash: string
  readonly tx: string
  readonly log_index: number
  readonly from: string
  readonly to: string
  readonly amount: bigint
}

/** `AuthorizationUsed` or `AuthorizationCanceled` of EIP-3009. */
export type AuthorizationLog = {
  readonly tx: string
  readonly block: number
  readonly log_index: number
  readonly payer: string
  readonly nonce: string
}

export type Header = {
  readonly number: number
  readonly hash: string
  /** Epoch milliseconds. */
  readonly at: number
}

/** Throws `RpcFailed` for what is no such log; undefined for a removed one. */
export function transferLog(value: unknown): TransferLog | undefined {
  const log = logOf(value, TOPICS.transfer)
  if (log === undefined) return undefined
  const { topics, place } = log
  return {
    ...place,
    block_hash: hashOf(log.fields['blockHash']),
    from: addressOf(topics[1]),
    to: addressOf(topics[2]),
    amount: BigInt(hashOf(log.fields['data'])),
  }
}

/** As `transferLog`. */
export function authorizationLog(
  value: unknown,
  topic: string,
): AuthorizationLog | undefined {
  const log = logOf(value, topic)
  if (log === undefined) return undefined
  const { topics, place } = log
  return { ...place, payer: addressOf(topics[1]), nonce: hashOf(topics[2]) }
}

/** The header of a block; undefined when the node has none. */
export function headerOf(value: unknown): Header | undefined {
  if (value === null || value === undefined) return undefined
  if (!isObject(value)) throw new RpcFailed('no block')
  return {
    number: quantity(value['number']),
    hash: hashOf(value['hash']),
    at: within(quantity(value['timestamp']), MOST_SECONDS) * 1_000,
  }
}

/** A hex quantity that fits a number exactly. */
export function quantity(value: unknown): number {
  if (typeof value !== 'string' || !QUANTITY.test(value))
    throw new RpcFailed('no hex quantity')
  return Number(value)
}

/** An address in lower case. */
export function addressIn(value: unknown): string {
  if (typeof value !== 'string' || !ADDRESS.test(value))
    throw new RpcFailed('no address')
  return value.toLowerCase()
}

/** An address as a topic. */
export function topicOf(address: string): string {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
}

export function hex(value: number): string {
  return `0x${value.toString(16)}`
}

// The end of year 9999.
const MOST_SECONDS = 253_402_300_799
const MOST_INDEX = 2 ** 31 - 1

function within(value: number, most: number): number {
  if (value > most) throw new RpcFailed('a number that no chain shows')
  return value
}

const QUANTITY = /^0x[0-9a-fA-F]{1,13}$/
const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const WORD = /^0x[0-9a-fA-F]{64}$/

function logOf(value: unknown, topic: string) {
  if (!isObject(value)) throw new RpcFailed('no log')
  if (value['removed'] === true) return undefined
  const { topics } = value as { readonly topics?: unknown }
  if (!Array.isArray(topics) || topics.length !== 3 || topics[0] !== topic)
    throw new RpcFailed('a log that was not asked for')
  return {
    fields: value,
    topics,
    place: {
      tx: hashOf(value['transactionHash']),
      block: quantity(value['blockNumber']),
      log_index: within(quantity(value['logIndex']), MOST_INDEX),
    },
  }
}

function hashOf(value: unknown): string {
  if (typeof value !== 'string' || !WORD.test(value))
    throw new RpcFailed('no 32 bytes')
  return value.toLowerCase()
}

// The general decoder of a library takes three hundred times as long.
function addressOf(topic: unknown): string {
  return `0x${hashOf(topic).slice(26)}`
}
