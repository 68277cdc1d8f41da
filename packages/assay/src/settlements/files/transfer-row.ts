import {
  isEvmAddress,
  isObject,
  isSolanaAddress,
  mapNetwork,
  parseAtomic,
  parseInstant,
} from '@assay402/core'
import { whyUnfit } from '../checked-batch.js'
import {
  TRANSFER_CLASSES,
  type Transfer,
  type TransferClass,
} from '../transfer.js'

/**
 * A row of a file as a transfer; undefined for one that cannot be read. Numbers
 * may be texts, `block_time` is RFC 3339, an empty facilitator is none.
 */
export function readTransfer(row: unknown): Transfer | undefined {
  if (!isObject(row)) return undefined
  const { network, tx, from, to } = row
  if (![network, tx, from, to].every((text) => typeof text === 'string'))
    return undefined
  if (!isWallet(from as string) || !isWallet(to as string)) return undefined
  const at = parseInstant(row['block_time'])
  const amount = amountOf(row['amount'])
  const kind = TRANSFER_CLASSES.find((name) => name === row['class'])
  if (at === undefined || amount === undefined || kind === undefined)
    return undefined
  const transfer = {
    network: mapNetwork(network as string).id,
    at: at.ms,
    block: wholeOf(row['block']),
    tx: tx as string,
    log_index: wholeOf(row['log_index']),
    from: from as string,
    to: to as string,
    amount,
    facilitator: facilitatorOf(row['facilitator']),
    class: kind satisfies TransferClass,
  }
  return whyUnfit(transfer) === undefined ? transfer : undefined
}

function isWallet(text: string): boolean {
  return isEvmAddress(text) || isSolanaAddress(text)
}

/** A number beyond 2^53 is another one than was written. */
function amountOf(value: unknown): bigint | undefined {
  const isExact = typeof value !== 'number' || Number.isSafeInteger(value)
  return isExact ? parseAtomic(String(value)) : undefined
}

/** −1, which no chain shows, for what is no whole number. */
function wholeOf(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^\d{1,15}$/.test(value)
    ? Number(value)
    : -1
}

function facilitatorOf(value: unknown): string | null {
  return typeof value === 'string' && /^[\x21-\x7e]{1,128}$/.test(value)
    ? value
    : null
}
