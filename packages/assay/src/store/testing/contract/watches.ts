import { describe, expect, test } from 'vitest'
import type { Watch, WatchEvent } from '../../store.js'
import { T0 } from '../samples.js'
import { type OpenSubject, subjectOf } from '../subject.js'

export function describeWatches(open: OpenSubject): void {
  describe('watches', () => {
    const subject = subjectOf(open)

    test('default: an event is recorded once and leased to each watch', async () => {
      const { store } = subject()
      await setNow(subject, T0)
      await store.saveWatch(watchOf(1))
      await store.saveWatch(watchOf(2, { owner: 'other' }))
      await store.saveWatch(watchOf(3, { expires_at: T0 - 1 }))
      await store.saveWatch(watchOf(4, { subject: 'elsewhere' }))
      expect(await store.watchesOf('me')).toEqual([
        watchOf(1),
        watchOf(3, { expires_at: T0 - 1 }),
        watchOf(4, { subject: 'elsewhere' }),
      ])
      const live = [watchOf(1).subject, 'elsewhere'].toSorted()
      expect(await store.watchedSubjects(T0)).toEqual(live)
      expect(await store.watchedSubjects(Number.MAX_SAFE_INTEGER)).toEqual([])
      expect(await store.recordEvent(eventOf(1))).toBe(true)
      expect(await store.recordEvent({ ...eventOf(2), key: 'key 1' })).toBe(
        false,
      )
      expect(await store.eventsOf('s', 9)).toEqual([eventOf(1)])
      const leased = await store.leaseDeliveries(9, 60_000)
      expect(leased.toSorted(byWatch)).toEqual([
        { event: eventOf(1), watch: watchOf(1), attempts: 1 },
        {
          event: eventOf(1),
          watch: watchOf(2, { owner: 'other' }),
          attempts: 1,
        },
      ])
      expect(await store.leaseDeliveries(9, 60_000)).toEqual([])
    })

    test('behavior: delivered, put off, given up, or due again when nobody said', async () => {
      const { store } = subject()
      await store.finishDelivery('event 1', 'watch 1', {
        delivered: true,
        next_at: null,
      })
      await setNow(subject, T0 + 61_000)
      const [again, ...none] = await store.leaseDeliveries(9, 60_000)
      expect([again?.watch.id, again?.attempts, none]).toEqual([
        'watch 2',
        2,
        [],
      ])
      await store.finishDelivery('event 1', 'watch 2', {
        delivered: false,
        next_at: T0 + 500_000,
      })
      expect(await store.leaseDeliveries(9, 1)).toEqual([])
      await setNow(subject, T0 + 501_000)
      expect((await store.leaseDeliveries(9, 1))[0]?.attempts).toBe(3)
      await store.finishDelivery('event 1', 'watch 2', {
        delivered: false,
        next_at: null,
      })
      await setNow(subject, T0 + 900_000)
      expect(await store.leaseDeliveries(9, 1)).toEqual([])
    })

    test('behavior: one that was dropped is told nothing more', async () => {
      const { store } = subject()
      await store.recordEvent(eventOf(5))
      expect(await store.dropWatch('watch 1', 'other')).toBe(false)
      expect(await store.dropWatch('watch 1', 'me')).toBe(true)
      const leased = await store.leaseDeliveries(9, 60_000)
      expect(leased.map(({ watch }) => watch.id)).toEqual(['watch 2'])
    })

    test('behavior: two at once never lease the same', async () => {
      const { store } = subject()
      for (let i = 10; i < 40; i++) await store.recordEvent(eventOf(i))
      const both = await Promise.all(
        Array.from({ length: 4 }, () => store.leaseDeliveries(10, 60_000)),
      )
      const ids = both.flat().map(({ event }) => event.id)
      expect(new Set(ids).size).toBe(ids.length)
    })

    test('behavior: the state of flap control is kept by subject', async () => {
      const { store } = subject()
      expect(await store.watchState('s')).toBeUndefined()
      await store.saveWatchState('s', { n: 1, odd: '\0' })
      await store.saveWatchState('s', { n: 2, odd: '\0' })
      expect(await store.watchState('s')).toEqual({ n: 2, odd: '\0' })
    })
  })
}

type Get = ReturnType<typeof subjectOf>

async function setNow(subject: Get, to: number): Promise<void> {
  const { store } = subject()
  await store.setClockOffset(0)
  await store.setClockOffset(to - (await store.now()))
}

function byWatch(a: { watch: Watch }, b: { watch: Watch }): number {
  return a.watch.id < b.watch.id ? -1 : 1
}

function watchOf(number: number, more: Partial<Watch> = {}): Watch {
  return {
    id: `watch ${number}`,
    owner: 'me',
    subject: 's',
    webhook: 'https://hook.example/',
    secret: 'a secret',
    created_at: T0 + number,
    expires_at: T0 + 90 * 86_400_000,
    ...more,
  }
}

function eventOf(number: number): WatchEvent {
  return {
    id: `event ${number}`,
    key: `key ${number}`,
    at: T0 + number,
    subject: 's',
    kind: 'pay_to_changed',
    before: { pay_to: 'a\0' },
    after: null,
  }
}
