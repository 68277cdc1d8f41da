import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DuckDbEngine, openDuckDb } from '../duckdb/engine.js'
import { solanaBy } from './chain.js'
import { syncSolana } from './sync.js'
import {
  accountOf,
  createFakeSolana,
  type FakePayment,
  MINT,
  START,
  transferChecked,
  walletOf,
} from './testing/fake-solana.js'

const NETWORK = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const SELLER = walletOf(1)
const BUYER = walletOf(2)
const LISTED = walletOf(3)
const EVER = { after: 0, until: START * 2 }

let fake: ReturnType<typeof createFakeSolana>
let engine: DuckDbEngine

beforeEach(async () => {
  fake = createFakeSolana()
  engine = await openDuckDb({ file: ':memory:', threads: 1 })
})
afterEach(() => engine.close())

const sync = (fields: object = {}, rpc = fake.rpc) =>
  syncSolana(
    {
      engine,
      chain: solanaBy(rpc),
      facilitators: new Set([LISTED]),
      ...fields,
    },
    { network: NETWORK, mint: MINT, wallets: [SELLER], since: START },
  )
const buy = (slot: number, fields: Partial<FakePayment> = {}) =>
  fake.pay({
    slot,
    feePayer: LISTED,
    transfers: [[BUYER, SELLER, 10_000]],
    ...fields,
  })
const stored = () => engine.sentBy(NETWORK, [BUYER, SELLER], EVER)
const txs = async () => (await stored()).map(({ tx }) => tx)

describe('readTransaction', () => {
  test('default: payments by owner, whoever their accounts belong to now', async () => {
    const tx = buy(5)
    expect(await sync()).toEqual({ added: 1, slot: 1_000 })
    expect(await stored()).toEqual([
      {
        network: NETWORK,
        at: START + 5_000,
        block: 5,
        tx,
        log_index: 2,
        from: BUYER,
        to: SELLER,
        amount: 10_000n,
        facilitator: LISTED,
        class: 'strong',
      },
    ])
    expect(await engine.coverage(NETWORK, SELLER)).toEqual({
      from: START,
      to: START + 1_000_000,
    })
  })

  test('behavior: each way of paying has its class', async () => {
    const other = walletOf(9)
    buy(1)
    buy(2, { feePayer: other })
    buy(3, { feePayer: BUYER })
    buy(4, { transfers: [[LISTED, SELLER, 5]] })
    buy(5, {
      feePayer: other,
      shape: (answer) => {
        answer.transaction.message.instructions.push({
          programId: walletOf(8),
          accounts: [],
          data: '1',
          stackHeight: null,
        })
        return answer
      },
    })
    await sync()
    const rows = await engine.sentBy(NETWORK, [BUYER, LISTED], EVER)
    expect(rows.map((row) => [row.class, row.facilitator])).toEqual([
      ['strong', LISTED],
      ['probable', other],
      ['none', null],
      ['weak', LISTED],
      ['none', null],
    ])
  })

  test('behavior: a transaction that failed moved nothing', async () => {
    const err = { InstructionError: [2, { Custom: 1 }] }
    buy(1, { err })
    const late = buy(2)
    // Only the transaction itself says so.
    buy(3, {
      shape: (answer) => ({ ...answer, meta: { ...answer.meta, err } }),
    })
    await sync()
    expect(await txs()).toEqual([late])
  })

  test('behavior: several transfers of one transaction, inner ones too', async () => {
    const tx = buy(7, {
      transfers: [
        [BUYER, SELLER, 10],
        [SELLER, walletOf(4), 3],
        [walletOf(5), walletOf(6), 9],
      ],
      shape: (answer) => {
        answer.meta.innerInstructions.push({
          index: 4,
          instructions: [
            { ...transferChecked([BUYER, SELLER, 2]), stackHeight: 2 },
          ],
        })
        return answer
      },
    })
    await sync()
    expect(
      (await stored()).map((row) => [
        row.tx,
        row.log_index,
        row.to,
        row.amount,
      ]),
    ).toEqual([
      [tx, 2, SELLER, 10n],
      [tx, 3, walletOf(4), 3n],
      [tx, 5, SELLER, 2n],
    ])
  })

  test('behavior: version 0, its accounts from a look-up table', async () => {
    buy(1, {
      shape: (answer) => {
        const { message } = answer.transaction
        message.addressTableLookups.push({
          accountKey: walletOf(8),
          readonlyIndexes: [1],
          writableIndexes: [],
        })
        const [first, ...rest] = message.accountKeys
        message.accountKeys = [
          first as never,
          ...rest.map((key) => ({ ...key, source: 'lookupTable' })),
        ]
        return answer
      },
    })
    await sync()
    expect(await txs()).toHaveLength(1)
  })

  test('behavior: an account that was closed, opened, or has no balances', async () => {
    const closed = buy(1, {
      shape: (answer) => {
        answer.meta.postTokenBalances = (
          answer.meta.postTokenBalances ?? []
        ).slice(1)
        return answer
      },
    })
    const bare = buy(2, {
      shape: (answer) => {
        answer.meta.preTokenBalances = null
        answer.meta.postTokenBalances = null
        return answer
      },
    })
    const passing = walletOf(6)
    const opened = buy(3, {
      transfers: [[passing, SELLER, 4]],
      shape: (answer) => {
        answer.meta.preTokenBalances = []
        answer.meta.postTokenBalances = []
        const [one, two, move, ...rest] = answer.transaction.message
          .instructions as [object, object, ReturnType<typeof transferChecked>]
        move.parsed.info.authority = walletOf(7)
        answer.transaction.message.instructions = [
          one,
          {
            parsed: {
              type: 'initializeAccount3',
              info: { account: accountOf(passing), mint: MINT, owner: BUYER },
            },
            program: 'spl-token',
            programId: move.programId,
          },
          two,
          move,
          ...rest,
        ]
        return answer
      },
    })
    await sync()
    expect((await stored()).map(({ tx, from }) => [tx, from])).toEqual([
      [closed, BUYER],
      [bare, BUYER],
      [opened, BUYER],
    ])
  })

  test('behavior: what no instruction shows is read from the balances', async () => {
    const tx = buy(1, {
      shape: (answer) => {
        const { message } = answer.transaction
        message.instructions = message.instructions.map((one) =>
          'parsed' in one
            ? { programId: walletOf(8), accounts: [], data: '1' }
            : one,
        )
        return answer
      },
    })
    await sync()
    expect(await stored()).toMatchObject([
      { tx, from: BUYER, to: SELLER, amount: 10_000n },
    ])
  })
})
