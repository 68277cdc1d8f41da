import type { ColumnReader, Values } from '../sql/column-reader.js'
import {
  createGrowing,
  type LoopAsk,
  type LoopLimits,
  type PayerColumns,
  type TransferColumns,
} from './columns.js'
import { FLOWS_TEXT, LEFT_TEXT, LOOP_PAYERS_TEXT } from './text.js'

type Numbers = Pick<ColumnReader, 'numbers'>

/** Reads everything that loops of a network need; times fit 49 days. */
export async function loopAsk(
  db: Numbers,
  values: Values,
  limits: LoopLimits,
): Promise<LoopAsk> {
  const edges = await transferColumns(db, FLOWS_TEXT, values)
  const roots = await transferColumns(db, LEFT_TEXT, values)
  return { edges, roots, payers: await payerColumns(db, values), limits }
}

async function transferColumns(
  db: Numbers,
  text: string,
  values: Values,
): Promise<TransferColumns> {
  const [payer, payee, at, high, low] = await columnsOf(db, text, values, 5)
  return {
    count: payer?.length ?? 0,
    payer: payer as Uint32Array,
    payee: payee as Uint32Array,
    at: at as Uint32Array,
    high: high as Uint32Array,
    low: low as Uint32Array,
  }
}

async function payerColumns(
  db: Numbers,
  values: Values,
): Promise<PayerColumns> {
  const [payee, payer] = await columnsOf(db, LOOP_PAYERS_TEXT, values, 2)
  const payees = payee as Uint32Array
  const sellers = createGrowing()
  const starts = createGrowing()
  payees.forEach((wallet, place) => {
    if (place > 0 && payees[place - 1] === wallet) return
    sellers.push(wallet)
    starts.push(place)
  })
  starts.push(payees.length)
  return {
    sellers: sellers.take(),
    starts: starts.take(),
    payers: payer as Uint32Array,
  }
}

async function columnsOf(
  db: Numbers,
  text: string,
  values: Values,
  count: number,
): Promise<Uint32Array[]> {
  const columns = Array.from({ length: count }, createGrowing)
  await db.numbers(text, values, (chunk) => {
    for (const [i, numbers] of chunk.entries())
      for (let row = 0; row < numbers.length; row++)
        columns[i]?.push(numbers[row] as number)
  })
  return columns.map((column) => column.take())
}
