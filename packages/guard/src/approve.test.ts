import { describe, expect, test } from 'vitest'
import type { GuardEvent } from './events.js'
import { createGuard } from './guard.js'
import { createLedger } from './ledger/ledger.js'
import { answerOf } from './seats/presented.js'
import { stoppedClock } from './testing/clock.js'
import { refusal } from './testing/refusal.js'
import { challenge, RESOURCE } from './testing/seller.js'

const ask = { method: 'GET', url: RESOURCE, challenge: answerOf(challenge()) }

function brokenLedger(error: Error) {
  const fail = async () => {
    throw error
  }
  return createLedger({ read: fail, append: fail })
}

describe('approve, with a ledger that cannot be used', () => {
  // fetch tells of a lost connection with a TypeError.
  const errors = [new Error('disk full'), new TypeError('fetch failed')]

  test.each(errors)('behavior: %s stops the payment', async (error) => {
    const events: GuardEvent[] = []
    const own = createGuard({
      ledger: brokenLedger(error),
      on_event: (event) => events.push(event),
    })
    expect(await refusal(own.approve(ask))).toBe(
      'PaymentBlocked ledger_unavailable',
    )
    expect(await refusal(own.check(ask))).toBe(
      'PaymentBlocked ledger_unavailable',
    )
    expect(events.map(({ type }) => type)).toEqual(['refused', 'refused'])
  })

  test.each(errors)('behavior: so it does before a look-up (%s)', async (e) => {
    const own = createGuard({
      ledger: brokenLedger(e),
      reader: async () => 'unknown',
    })
    expect(await refusal(own.approve(ask))).toBe(
      'PaymentBlocked ledger_unavailable',
    )
  })

  test('behavior: an error of the caller stays what it is', async () => {
    const lists = () => {
      throw new Error('no list')
    }
    expect(await refusal(createGuard({ lists }).approve(ask))).toBe(
      'Error: no list',
    )
  })
})

describe('approve, and nothing is signed', () => {
  test.each([60, 61, 719, 720, 721, 90_000])(
    'behavior: after %i s the amount is given back',
    async (seconds) => {
      const clock = stoppedClock()
      const own = createGuard({ now: clock.now })
      await own.approve(ask)
      clock.move(seconds)
      expect((await own.spent()).day_usd).toBe('0')
      await own.approve(ask)
      expect((await own.spent()).day_usd).toBe('0.01')
    },
  )

  test('behavior: one second earlier it is still reserved', async () => {
    const clock = stoppedClock()
    const own = createGuard({ now: clock.now })
    await own.approve(ask)
    clock.move(59)
    expect((await own.spent()).day_usd).toBe('0.01')
  })
})

describe('approve, with listeners that fail', () => {
  const telemetry = (setAttributes: () => void) => ({
    trace: { getActiveSpan: () => ({ setAttributes }) },
  })
  const fail = () => {
    throw new Error('no log')
  }

  test('behavior: a span or a log that throws stops no payment', async () => {
    const own = createGuard({ telemetry: telemetry(fail), on_event: fail })
    expect(await refusal(own.approve(ask))).toBe('paid')
    const noSpan = { trace: { getActiveSpan: fail } }
    expect(await refusal(createGuard({ telemetry: noSpan }).approve(ask))).toBe(
      'paid',
    )
  })

  test('behavior: nor does a log that fails later', async () => {
    const unhandled: unknown[] = []
    const note = (error: unknown) => unhandled.push(error)
    process.on('unhandledRejection', note)
    const own = createGuard({ on_event: async () => fail() })
    expect(await refusal(own.approve(ask))).toBe('paid')
    await new Promise((done) => setTimeout(done, 20))
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
  })
})
