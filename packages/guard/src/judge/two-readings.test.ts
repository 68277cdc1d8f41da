import { describe, expect, test } from 'vitest'
import { createGuard } from '../guard.js'
import { answerOf } from '../seats/presented.js'
import { refusal } from '../testing/refusal.js'
import { challenge, entry, RESOURCE, THIEF } from '../testing/seller.js'

function asked(change: object): Promise<string> {
  const accepts = [{ ...entry(), ...change }]
  return refusal(
    createGuard().approve({
      method: 'GET',
      url: RESOURCE,
      challenge: answerOf(challenge(accepts as never)),
    }),
  )
}

describe('twoReadings', () => {
  test.each<[string, object]>([
    ['a validity that is text', { maxTimeoutSeconds: '1000000000' }],
    ['a validity below zero', { maxTimeoutSeconds: -1 }],
    ['a validity that is no whole number', { maxTimeoutSeconds: 1.5 }],
    ['a validity in a list', { maxTimeoutSeconds: [60] }],
    ['another wallet in other letters', { payto: THIEF }],
    ['another amount in other letters', { Amount: '900000' }],
    ['two kinds of asset', { ASSET: THIEF }],
  ])('behavior: %s', async (_, change) => {
    expect(await asked(change)).toBe('PaymentBlocked two_readings')
  })

  test.each<[string, object]>([
    ['no validity', { maxTimeoutSeconds: undefined }],
    ['null', { maxTimeoutSeconds: null }],
    ['none at all', { maxTimeoutSeconds: 0 }],
    ['the same amount twice', { maxAmountRequired: '10000' }],
    ['the same amount as a number', { maxAmountRequired: 10_000 }],
    ['a member of its own', { Note: 'x', memo: 'y' }],
  ])('behavior: %s has one', async (_, change) => {
    expect(await asked(change)).toBe('paid')
  })
})
