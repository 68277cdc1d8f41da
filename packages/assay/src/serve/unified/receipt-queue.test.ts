import { describe, expect, test } from 'vitest'
import type { StoredReceipt } from '../../store/words/receipts.js'
import type { LogEvent } from '../service.js'
import { createReceiptQueue } from './receipt-queue.js'

const receipt = (id: string) => ({ id }) as StoredReceipt

function setUp(save: (ids: readonly string[]) => Promise<void>, most?: number) {
  const events: LogEvent[] = []
  const queue = createReceiptQueue(
    {
      store: {
        saveReceipts: (all: readonly StoredReceipt[]) =>
          save(all.map(({ id }) => id)),
      } as never,
      log: (event) => events.push(event),
    },
    most,
  )
  return { ...queue, events }
}

describe('createReceiptQueue', () => {
  test('default: those that came meanwhile are stored together, in order', async () => {
    const batches: string[][] = []
    const { saveReceipt, drained } = setUp(async (ids) => {
      batches.push([...ids])
    })
    await drained()
    for (let i = 0; i < 200; i++) await saveReceipt(receipt(String(i)))
    await drained()
    expect(batches.flat()).toEqual(
      Array.from({ length: 200 }, (_, i) => String(i)),
    )
    expect(batches.map(({ length }) => length)).toEqual([1, 128, 71])
    await saveReceipt(receipt('later'))
    await drained()
    expect(batches.at(-1)).toEqual(['later'])
  })

  test('behavior: too many that wait hold the next one up', async () => {
    let open: () => void = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    const { saveReceipt } = setUp(() => gate, 2)
    await saveReceipt(receipt('1'))
    await saveReceipt(receipt('2'))
    await saveReceipt(receipt('3'))
    let isHeld = true
    const held = saveReceipt(receipt('4')).then(() => {
      isHeld = false
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(isHeld).toBe(true)
    open()
    await held
  })

  test('behavior: what cannot be stored is told to the log', async () => {
    const { saveReceipt, drained, events } = setUp(() =>
      Promise.reject(new Error('full')),
    )
    await saveReceipt(receipt('a'))
    await drained()
    expect(events).toEqual([
      {
        level: 'error',
        event: 'receipt_not_stored',
        receipt: 'a',
        error: 'full',
      },
    ])
  })
})
