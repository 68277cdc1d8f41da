import { addressKey, mapNetwork } from '@assay402/core'
import type { Batch } from './engine.js'
import { MAX_AMOUNT, TRANSFER_CLASSES, type Transfer } from './transfer.js'
import { dayOf } from './window.js'

/** A transfer as it is staged: texts still, wallets by what they compare by. */
export type StagedRow = {
  readonly at: number
  readonly day: number
  readonly block: number
  readonly tx: string
  readonly log_index: number
  readonly payer: string
  readonly payee: string
  readonly amount: bigint
  readonly facilitator: string
  readonly class: number
}

/**
 * The rows of a batch, each once. Throws TypeError for a row of another
 * network or with a figure that no chain can show: nothing is stored then.
 */
export function stagedRows({ network, transfers }: Batch): StagedRow[] {
  const id = mapNetwork(network).id
  const rows = new Map<string, StagedRow>()
  for (const transfer of transfers) {
    if (mapNetwork(transfer.network).id !== id)
      throw new TypeError(`a transfer of ${transfer.network} among ${network}`)
    const key = `${txKey(transfer.tx)} ${transfer.log_index}`
    if (!rows.has(key)) rows.set(key, stagedRow(transfer))
  }
  return [...rows.values()]
}

/** Why a transfer cannot be stored; undefined when it can. */
export function whyUnfit(transfer: Transfer): string | undefined {
  const { at, block, log_index, amount, tx, from, to } = transfer
  if (!isWhole(at, MAX_TIME)) return 'block_time'
  if (!isWhole(block, Number.MAX_SAFE_INTEGER)) return 'block'
  if (!isWhole(log_index, MAX_INDEX)) return 'log_index'
  if (amount < 0n || amount > MAX_AMOUNT) return 'amount'
  if (!isName(tx)) return 'tx'
  if (!isName(from)) return 'from'
  if (!isName(to)) return 'to'
  return TRANSFER_CLASSES.includes(transfer.class) ? undefined : 'class'
}

// The end of year 9999.
const MAX_TIME = 253_402_300_799_999
const MAX_INDEX = 2 ** 31 - 1
const MAX_NAME = 128

function isWhole(value: number, most: number): boolean {
  return Number.isSafeInteger(value) && value >= 0 && value <= most
}

function isName(text: string): boolean {
  return text.length > 0 && text.length <= MAX_NAME && PLAIN.test(text)
}

/** One transaction has one name: hashes of EVM are written in either case. */
function txKey(tx: string): string {
  return EVM_HASH.test(tx) ? tx.toLowerCase() : tx
}

const EVM_HASH = /^0x[0-9a-fA-F]{64}$/
const PLAIN = /^[\x21-\x7e]+$/

function stagedRow(transfer: Transfer): StagedRow {
  const unfit = whyUnfit(transfer)
  if (unfit !== undefined)
    throw new TypeError(`a transfer with an impossible ${unfit}`)
  const { at, block, tx, log_index, amount, facilitator } = transfer
  return {
    at,
    day: dayOf(at),
    block,
    tx: txKey(tx),
    log_index,
    payer: addressKey(transfer.from),
    payee: addressKey(transfer.to),
    amount,
    facilitator: facilitator === null ? '' : addressKey(facilitator),
    class: TRANSFER_CLASSES.indexOf(transfer.class),
  }
}
