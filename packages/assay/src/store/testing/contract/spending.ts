import { describe, expect, test } from 'vitest'
import { openStore } from '../../open-store.js'
import { type OpenSubject, subjectOf } from '../subject.js'

export function describeSpending(open: OpenSubject): void {
  describe('spend ledgers', () => {
    const subject = subjectOf(open)

    test('default: appended after what was read, and read in order', async () => {
      const { store } = subject()
      const events = [{ kind: 'reserved', text: 'NUL \0 \ud800' }, 7, null]
      expect(await store.appendSpendEvents('me', 0, events)).toBe(3)
      expect(await store.appendSpendEvents('me', 3, [{ n: 4 }])).toBe(4)
      expect(await store.appendSpendEvents('me', 4, [])).toBe(4)
      expect(await store.spendEvents('me', 0, 2)).toEqual([
        { position: 1, event: events[0] },
        { position: 2, event: 7 },
      ])
      expect(await store.spendEvents('me', 2, 9)).toEqual([
        { position: 3, event: null },
        { position: 4, event: { n: 4 } },
      ])
      expect(await store.spendEvents('other', 0, 9)).toEqual([])
    })

    test('behavior: another position is refused, and nothing is written', async () => {
      const { store } = subject()
      expect(await store.appendSpendEvents('me', 0, ['x'])).toBeUndefined()
      expect(await store.appendSpendEvents('me', 3, ['x'])).toBeUndefined()
      expect(await store.appendSpendEvents('me', 5, ['x'])).toBeUndefined()
      expect(await store.appendSpendEvents('new', 1, ['x'])).toBeUndefined()
      expect(await store.spendEvents('me', 4, 9)).toEqual([])
      expect(await store.spendEvents('new', 0, 9)).toEqual([])
    })

    test('behavior: many writers, each reading again, lose and repeat nothing', async () => {
      const { store, where } = subject()
      const second = await openStore(where)
      try {
        const append = async (writer: number) => {
          const one = writer % 2 === 0 ? store : second
          for (;;) {
            const last = (await one.spendEvents('busy', 0, 999)).at(-1)
            const after = last?.position ?? 0
            const events = [`${writer} a`, `${writer} b`]
            if (await one.appendSpendEvents('busy', after, events)) return
          }
        }
        await Promise.all(Array.from({ length: 20 }, (_, i) => append(i)))
        const all = await store.spendEvents('busy', 0, 999)
        expect(all.map(({ position }) => position)).toEqual(
          Array.from({ length: 40 }, (_, i) => i + 1),
        )
        expect(new Set(all.map(({ event }) => event)).size).toBe(40)
      } finally {
        await second.close()
      }
    }, 60_000)
  })
}
