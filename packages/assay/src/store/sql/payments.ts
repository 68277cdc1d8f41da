import { StoreFault } from '../errors.js'
import type { Payment, PaymentStore } from '../words/payments.js'
import {
  fromColumn,
  fromColumnOrNull,
  toColumn,
  toColumnOrNull,
} from './column-text.js'
import type { Db, Engine } from './engine.js'
import { pack, unpack } from './packed.js'
import { packs } from './packs.js'
import type { Tables } from './tables.js'

type Row = Tables['payments']

/** A payment may be pruned between a look and the next. */
const TRIES = 3

/** Payments and packs in SQL: see the port. */
export function paymentStore(engine: Engine): PaymentStore {
  return {
    ...packs(engine),
    beginPayment: async (payment) => {
      const row = await toRow(payment)
      return engine.write((tx) => begin(tx, row))
    },
    finishPayment: async (id, end) => {
      const answer =
        end.answer === undefined ? {} : { answer: await packText(end.answer) }
      return engine.write(async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('payments')
          .set({
            state: end.state,
            settlement: toColumn(end.settlement),
            ...answer,
          })
          .where('id', '=', toColumn(id))
          .where('state', '=', 'settling')
          .executeTakeFirst()
        return numUpdatedRows === 1n
      })
    },
    payment: (id) => engine.read((db) => find(db, toColumn(id))),
    unsettledPayments: (limit) =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom('payments')
          .selectAll()
          .where('state', '=', 'settling')
          .orderBy('at')
          .orderBy('id')
          .limit(limit)
          .execute()
        return rows.map(toPayment)
      }),
    prunePayments: (before) => engine.write((tx) => prune(tx, before)),
  }
}

async function begin(tx: Db, row: Row): Promise<Payment | undefined> {
  for (let tries = 0; tries < TRIES; tries++) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('payments')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 1n) return undefined
    const known = await find(tx, row.id)
    if (known !== undefined) return known
  }
  throw new StoreFault('a payment was dropped while it began')
}

async function find(db: Db, id: string): Promise<Payment | undefined> {
  const row = await db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toPayment(row)
}

async function prune(tx: Db, before: number): Promise<number> {
  await tx.deleteFrom('packs').where('expires_at', '<', before).execute()
  const { numDeletedRows } = await tx
    .deleteFrom('payments')
    .where('state', 'in', ['settled', 'failed'])
    .where('at', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

// The answer is bytes: it may be long, and it is to come back as it was.
async function toRow(payment: Payment): Promise<Row> {
  return {
    id: toColumn(payment.id),
    at: payment.at,
    route: toColumn(payment.route),
    request_sha256: toColumn(payment.request_sha256),
    payer: toColumnOrNull(payment.payer),
    network: toColumn(payment.network),
    nonce: toColumnOrNull(payment.nonce),
    amount_atomic: toColumn(payment.amount_atomic),
    state: payment.state,
    answer: await packText(payment.answer),
    settlement: toColumnOrNull(payment.settlement),
  }
}

function toPayment(row: Row): Payment {
  return {
    id: fromColumn(row.id),
    at: row.at,
    route: fromColumn(row.route),
    request_sha256: fromColumn(row.request_sha256),
    payer: fromColumnOrNull(row.payer),
    network: fromColumn(row.network),
    nonce: fromColumnOrNull(row.nonce),
    amount_atomic: fromColumn(row.amount_atomic),
    state: row.state as Payment['state'],
    answer: unpack(row.answer).toString(),
    settlement: fromColumnOrNull(row.settlement),
  }
}

function packText(text: string): Promise<Buffer> {
  return pack(Buffer.from(text))
}
