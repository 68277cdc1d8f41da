import { describe, expect, test } from 'vitest'
import { memoryLedger } from '../ledger/memory-ledger.js'
import { refusal } from '../testing/refusal.js'
import {
  answer402,
  challenge,
  entry,
  RESOURCE,
  seller,
  THIEF,
} from '../testing/seller.js'
import { buyer } from '../testing/shop.js'
import { later, stopDate } from '../testing/stopped-date.js'
import { guardFetch } from './guard-fetch.js'

stopDate()

describe('guardFetch, caps', () => {
  test('behavior: rolling hour and day', async () => {
    const { fetch } = seller()
    const policy = { hourly_cap_usd: '0.02', daily_cap_usd: '0.03' }
    const { pay } = buyer(fetch, { policy })
    const next = () => refusal(pay(RESOURCE))
    expect([await next(), await next(), await next()]).toEqual([
      'paid',
      'paid',
      'PaymentBlocked hourly_cap',
    ])
    later(3600)
    expect(await next()).toBe('PaymentBlocked hourly_cap')
    later(0.001)
    expect([await next(), await next()]).toEqual([
      'paid',
      'PaymentBlocked daily_cap',
    ])
    later(86_400)
    expect(await next()).toBe('paid')
  })

  test('behavior: one wallet behind many hosts has one budget', async () => {
    const { fetch } = seller()
    const policy = { per_host_daily_cap_usd: '0.02' }
    const { pay } = buyer(fetch, { policy })
    const said = []
    for (const host of ['a', 'b', 'c'])
      said.push(await refusal(pay(`https://${host}.seller.example/`)))
    expect(said).toEqual(['paid', 'paid', 'PaymentBlocked host_cap'])
  })

  test('behavior: two guards over one ledger share it', async () => {
    const { fetch } = seller()
    const options = {
      ledger: memoryLedger(),
      policy: { daily_cap_usd: '0.01' },
    }
    expect(await refusal(buyer(fetch, options).pay(RESOURCE))).toBe('paid')
    expect(await refusal(buyer(fetch, options).pay(RESOURCE))).toBe(
      'PaymentBlocked daily_cap',
    )
  })

  test('behavior: an approval that is not used is given back after 60 s', async () => {
    const { fetch } = seller()
    const options = { policy: { daily_cap_usd: '0.01' } }
    const { own, events } = buyer(fetch, options)
    const judged = guardFetch(fetch, own)
    await judged(RESOURCE)
    expect(await refusal(judged(RESOURCE))).toBe('PaymentBlocked daily_cap')
    later(60)
    expect(await refusal(judged(RESOURCE))).toBe('paid')
    expect(events.map(({ type }) => type)).toEqual([
      'judged',
      'approved',
      'judged',
      'released',
      'judged',
      'approved',
    ])
  })

  test('behavior: a ledger that cannot be used stops every payment', async () => {
    const { fetch, sales } = seller()
    const ledger = { transact: () => Promise.reject(new Error('disk full')) }
    expect(await refusal(buyer(fetch, { ledger }).pay(RESOURCE))).toBe(
      'PaymentBlocked ledger_unavailable',
    )
    expect(sales).toEqual([])
  })
})

describe('guardFetch, own history', () => {
  test('behavior: a new price and a new wallet are held until somebody agrees', async () => {
    let terms = challenge()
    const { fetch } = seller({ unpaid: () => answer402(terms) })
    let yes = false
    const { pay } = buyer(fetch, { on_hold: () => yes })
    await pay(RESOURCE)
    terms = challenge([entry({ amount: '20000' })])
    expect(await refusal(pay(RESOURCE))).toBe(
      'PaymentBlocked refused_by_person',
    )
    expect(await refusal(pay(RESOURCE))).toBe(
      'PaymentBlocked refused_by_person',
    )
    yes = true
    expect(await refusal(pay(RESOURCE))).toBe('paid')
    yes = false
    expect(await refusal(pay(RESOURCE))).toBe('paid')
    terms = challenge([entry({ amount: '20000', payTo: THIEF })])
    expect(await refusal(pay(RESOURCE))).toBe(
      'PaymentBlocked refused_by_person',
    )
    expect(await refusal(pay(`${RESOURCE}/2`))).toBe('paid')
  })
})
