import { describe, expect, test } from 'vitest'
import type { StoredCheck } from '../../store.js'
import { T0 } from '../samples.js'
import { type OpenSubject, subjectOf } from '../subject.js'

export function describeChecks(open: OpenSubject): void {
  describe('checks', () => {
    const subject = subjectOf(open)

    test('default: stored once, found by id and host', async () => {
      const { store } = subject()
      const check = checkOf(1, { bundle: `{"x":"${'é😀'.repeat(9_000)}"}` })
      await store.saveCheck(check)
      await store.saveCheck({ ...check, decision: 'block' })
      await store.saveCheck(checkOf(2))
      await store.saveCheck(checkOf(3, { host: 'https://b.example' }))
      expect(await store.check('check 1')).toEqual(check)
      expect(await store.check('none')).toBeUndefined()
      const ids = async (since: number, limit: number) => {
        const found = await store.checksOfHost(
          'https://a.example',
          since,
          limit,
        )
        return found.map(({ id }) => id)
      }
      expect(await ids(T0, 9)).toEqual(['check 2', 'check 1'])
      expect(await ids(T0 + 2, 9)).toEqual(['check 2'])
      expect(await ids(T0, 1)).toEqual(['check 2'])
      const of = (number: number) => ({
        at: T0 + number,
        url: 'https://a.example/x',
        verdict: 'ok',
      })
      const verdicts = (since: number, limit: number) =>
        store.verdictsOfHost('https://a.example', since, limit)
      expect(await verdicts(T0, 9)).toEqual([of(2), of(1)])
      expect(await verdicts(T0 + 2, 9)).toEqual([of(2)])
      expect(await verdicts(T0, 1)).toEqual([of(2)])
    })

    test('behavior: the first pin of a resource and network stays', async () => {
      const { store } = subject()
      const pin = {
        resource_id: 'r',
        network: 'eip155:8453',
        pay_to: 'a\0',
        since: T0,
      }
      await Promise.all([store.savePin(pin), store.savePin(pin)])
      await store.savePin({ ...pin, pay_to: 'b', since: T0 - 1 })
      await store.savePin({ ...pin, network: 'solana:mainnet', pay_to: 'c' })
      expect(await store.pinOf('r', 'eip155:8453')).toEqual(pin)
      expect(await store.pinOf('r', 'eip155:1')).toBeUndefined()
    })
  })
}

function checkOf(number: number, more: Partial<StoredCheck> = {}): StoredCheck {
  return {
    id: `check ${number}`,
    at: T0 + number,
    resource_id: 'r',
    host: 'https://a.example',
    url: 'https://a.example/x',
    verdict: 'ok',
    decision: 'allow',
    report: { says: 'NUL \0 and \ud800' },
    bundle: null,
    ...more,
  }
}
