import { describe, expect, test } from 'vitest'
import { countingService } from '../quota/testing/callers.js'
import { createCashier } from './facilitator.js'
import { takingFacilitator } from './testing/payments.js'

describe('createCashier', () => {
  test('default: asked once, when the first buyer comes', async () => {
    const service = await countingService()
    let asked = 0
    const { getSupported } = takingFacilitator()
    const cashier = createCashier(
      service,
      takingFacilitator({
        getSupported: () => {
          asked++
          return getSupported()
        },
      }),
    )
    expect(asked).toBe(0)
    const all = [cashier.ready(), cashier.ready()]
    expect(await Promise.all(all)).toEqual([undefined, undefined])
    expect(await cashier.ready()).toBeUndefined()
    expect(asked).toBe(1)
  })

  test('behavior: one that is away is asked again after a while', async () => {
    const service = await countingService()
    let asked = 0
    const { getSupported } = takingFacilitator()
    const cashier = createCashier(
      service,
      takingFacilitator({
        getSupported: async () => {
          if (++asked < 3) throw new Error('connection refused')
          return getSupported()
        },
      }),
    )
    const why = 'the facilitator does not answer: connection refused'
    expect(await cashier.ready()).toBe(why)
    await service.pass(1_999)
    expect([await cashier.ready(), asked]).toEqual([why, 1])
    await service.pass(1)
    expect([await cashier.ready(), asked]).toEqual([why, 2])
    await service.pass(3_999)
    expect([await cashier.ready(), asked]).toEqual([why, 2])
    await service.pass(1)
    expect([await cashier.ready(), asked]).toEqual([undefined, 3])
  })

  test('behavior: one of other networks is of no use', async () => {
    const service = await countingService({ network: 'eip155:1' })
    const cashier = createCashier(service, takingFacilitator())
    expect(await cashier.ready()).toBe(
      'the facilitator does not support exact payments on eip155:1',
    )
  })

  test('behavior: nor is a network without a known dollar', async () => {
    const network = 'eip155:424242'
    const service = await countingService({ network })
    const kinds = [{ x402Version: 2, scheme: 'exact', network } as const]
    const cashier = createCashier(
      service,
      takingFacilitator({
        getSupported: async () => ({ kinds, extensions: [], signers: {} }),
      }),
    )
    expect(await cashier.ready()).toMatch(/^no dollar token is known on/)
  })
})
