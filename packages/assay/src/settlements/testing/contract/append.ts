import { describe, expect, test } from 'vitest'
import { NETWORK, transferOf, walletOf } from '../ledger.js'
import {
  BUYER,
  figuresOn,
  freshEngine,
  type OpenEngine,
  SELLER,
  WINDOW,
} from './subject.js'

/** What an engine takes in: each row once, all of a batch or nothing. */
export function describeAppend(open: OpenEngine): void {
  describe('append', () => {
    const subject = freshEngine(open)
    const figures = figuresOn(subject)
    test('default: a row is known by network, tx and log_index', async () => {
      const row = transferOf({ from: BUYER, to: SELLER, amount: 5n })
      const other = { ...row, log_index: row.log_index + 1, amount: 7n }
      expect(
        await subject.engine.append({
          network: NETWORK,
          transfers: [row, row],
        }),
      ).toEqual({ added: 1, known: 0, removed: 0 })
      expect(
        await subject.engine.append({
          network: NETWORK,
          transfers: [{ ...row, amount: 9n }, other],
        }),
      ).toEqual({ added: 1, known: 1, removed: 0 })
      expect(await figures()).toMatchObject({ volume: 12n, settlements: 2 })
    })

    test('behavior: another network is another row', async () => {
      const row = transferOf({ from: BUYER, to: SELLER })
      const polygon = { ...row, network: 'eip155:137' }
      await subject.engine.append({ network: NETWORK, transfers: [row] })
      await subject.engine.append({
        network: 'eip155:137',
        transfers: [polygon],
      })
      expect(
        await subject.engine.figures('eip155:137', SELLER, WINDOW, []),
      ).toMatchObject({ settlements: 1 })
    })

    test('behavior: cursor and rows go together or not at all', async () => {
      const bad = transferOf({ from: BUYER, to: SELLER, amount: -1n })
      const cursor = { name: 'reader', value: 'first' }
      await subject.engine.append({ network: NETWORK, transfers: [], cursor })
      const before = await figures()
      const attempt = subject.engine.append({
        network: NETWORK,
        transfers: [transferOf({ from: BUYER, to: SELLER }), bad],
        cursor: { name: 'reader', value: 'second' },
      })
      await expect(attempt).rejects.toThrow('impossible amount')
      expect(await subject.engine.cursor('reader')).toBe('first')
      expect(await figures()).toEqual(before)
      expect(await subject.engine.cursor('nobody')).toBe(undefined)
    })

    test('behavior: addresses compare without case, Solana exactly', async () => {
      const seller = `0x${'AB'.repeat(20)}`
      await subject.engine.append({
        network: NETWORK,
        transfers: [transferOf({ from: BUYER, to: seller })],
      })
      expect(await figures(seller.toLowerCase())).toMatchObject({
        wallet: seller.toLowerCase(),
        settlements: 1,
      })
      const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
      const row = { network: solana, from: 'Abc', to: 'Seller' }
      await subject.engine.append({
        network: solana,
        transfers: [transferOf(row), transferOf({ ...row, to: 'SELLER' })],
      })
      expect(
        await subject.engine.figures(solana, 'Seller', WINDOW, []),
      ).toMatchObject({ wallet: 'Seller', settlements: 1 })
    })

    test('behavior: amounts up to the most are exact', async () => {
      const most = 2n ** 63n - 1n
      const seller = walletOf('seller', 77)
      await subject.engine.append({
        network: NETWORK,
        transfers: [1, 2, 3].map(() =>
          transferOf({ from: BUYER, to: seller, amount: most }),
        ),
      })
      expect(await figures(seller)).toMatchObject({
        volume: 3n * most,
        top_payer: 3n * most,
      })
    })
  })
}
