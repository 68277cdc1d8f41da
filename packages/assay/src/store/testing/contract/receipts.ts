import { describe, expect, test } from 'vitest'
import type { Objection, ReceiptQuery, StoredReceipt } from '../../store.js'
import { T0 } from '../samples.js'
import { type OpenSubject, subjectOf } from '../subject.js'

export function describeReceipts(open: OpenSubject): void {
  describe('receipts', () => {
    const subject = subjectOf(open)

    test('default: stored once, newest first, by what they are about', async () => {
      const { store } = subject()
      const one = receiptOf(1, { summary: { says: 'NUL \0 \ud800' } })
      await store.saveReceipt(one)
      await store.saveReceipt({ ...one, verdict: 'other' })
      await store.saveReceipt(receiptOf(2, { verdict: 'skip' }))
      await store.saveReceipt(receiptOf(3, { host: 'https://b.example' }))
      await store.saveReceipt(receiptOf(4, { surface: 'merchant', jws: null }))
      await store.saveReceipt(receiptOf(5, { url: 'https://a.example/%20' }))
      await store.saveReceipt(receiptOf(6, { resource_id: 'r6' }))
      expect(await store.receipt('receipt 1')).toEqual(one)
      expect(await store.receipt('none')).toBeUndefined()
      const numbers = async (query: Partial<ReceiptQuery>) => {
        const found = await store.receipts({ limit: 99, ...query })
        return found.map(({ at }) => at - T0)
      }
      expect(await numbers({})).toEqual([6, 5, 4, 3, 2, 1])
      expect(await numbers({ surface: 'merchant' })).toEqual([4])
      expect(await numbers({ verdict: 'skip', surface: 'terms' })).toEqual([2])
      expect(await numbers({ host: 'https://b.example' })).toEqual([3])
      expect(await numbers({ url: 'https://a.example/%20' })).toEqual([5])
      expect(await numbers({ resource_id: 'r6' })).toEqual([6])
      expect(await numbers({ limit: 2 })).toEqual([6, 5])
    })

    test('behavior: page by page, also within one moment', async () => {
      const { store } = subject()
      for (let i = 10; i < 17; i++)
        await store.saveReceipt(receiptOf(i, { at: T0, surface: 'paged' }))
      const ids: string[] = []
      for (;;) {
        const last = ids.at(-1)
        const page = await store.receipts({
          surface: 'paged',
          limit: 3,
          before: last === undefined ? undefined : { at: T0, id: last },
        })
        if (page.length === 0) break
        ids.push(...page.map(({ id }) => id))
      }
      expect(ids).toEqual(
        [16, 15, 14, 13, 12, 11, 10].map((number) => `receipt ${number}`),
      )
    })

    test('behavior: old ones are dropped', async () => {
      const { store } = subject()
      expect(await store.pruneReceipts(T0 + 2)).toBe(8)
      expect(await store.receipts({ limit: 99 })).toHaveLength(5)
    })

    test('behavior: many at once, each still once', async () => {
      const { store } = subject()
      const many = Array.from({ length: 150 }, (_, i) =>
        receiptOf(100 + i, { surface: 'many' }),
      )
      await store.saveReceipts(many)
      await store.saveReceipts([...many.slice(0, 3), receiptOf(300)])
      await store.saveReceipts([])
      const found = await store.receipts({ surface: 'many', limit: 999 })
      expect(found).toEqual([...many].reverse())
      expect(await store.receipt('receipt 300')).toEqual(receiptOf(300))
    })
  })

  describe('objections', () => {
    const subject = subjectOf(open)

    test('default: newest first, each proof once', async () => {
      const { store } = subject()
      const one = objectionOf(1)
      const two = objectionOf(2, { about: null, wallet: null })
      expect(await store.saveObjection(one, 'n1')).toBe(true)
      expect(await store.saveObjection(objectionOf(9), 'n1')).toBe(false)
      expect(await store.saveObjection(two, 'n2')).toBe(true)
      expect(await store.objectionsOf(one.host, 9)).toEqual([two, one])
      expect(await store.objectionsOf(one.host, 1)).toEqual([two])
      expect(await store.objectionsOf('https://none.example', 9)).toEqual([])
    })
  })
}

function receiptOf(
  number: number,
  more: Partial<StoredReceipt> = {},
): StoredReceipt {
  return {
    id: `receipt ${number}`,
    at: T0 + number,
    surface: 'terms',
    resource_id: 'r',
    url: 'https://a.example/x',
    host: 'https://a.example',
    verdict: 'pay',
    reason_code: null,
    report_id: null,
    jws: 'a.b.c',
    summary: null,
    ...more,
  }
}

function objectionOf(number: number, more: Partial<Objection> = {}): Objection {
  return {
    id: `objection ${number}`,
    at: T0 + number,
    host: 'https://a.example',
    about: 'https://a.example/x',
    text: 'not so: \0 \ud800 <b>',
    proof: 'pay_to_signature',
    wallet: '0xAb',
    ...more,
  }
}
