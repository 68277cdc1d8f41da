import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { wrapAxiosWithPayment } from '@x402/axios'
import {
  encodePaymentRequiredHeader,
  encodePaymentResponseHeader,
} from '@x402/core/http'
import axios, { type AxiosRequestConfig } from 'axios'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GuardEvent } from '../events.js'
import { withCall } from '../expectation.js'
import { createGuard } from '../guard.js'
import type { GuardOptions } from '../options.js'
import { stockClient } from '../testing/buyer.js'
import { refusal } from '../testing/refusal.js'
import { challenge } from '../testing/seller.js'
import { guardAxios } from './guard-axios.js'
import { guard } from './guard-client.js'

type Paid = (request: IncomingMessage, response: ServerResponse) => void
let paid: Paid = answer
const seen: string[] = []

function answer(_: IncomingMessage, response: ServerResponse): void {
  response.setHeader(
    'PAYMENT-RESPONSE',
    encodePaymentResponseHeader({
      success: true,
      transaction: '0x1',
      network: 'eip155:8453',
    }),
  )
  response.end('{"data":1}')
}

const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    const isPaid = request.headers['payment-signature'] !== undefined
    const call = request.headers['assay-call'] === undefined ? '' : ' call'
    seen.push(`${isPaid ? 'paid' : 'asked'} ${request.url} ${body}${call}`)
    if (isPaid) return paid(request, response)
    if (request.url === '/away') {
      response.writeHead(307, { location: away })
      return response.end()
    }
    response.statusCode = request.url === '/quota' ? 402 : 402
    if (request.url !== '/quota')
      response.setHeader(
        'PAYMENT-REQUIRED',
        encodePaymentRequiredHeader(challenge()),
      )
    response.setHeader('content-type', 'application/json')
    response.end('{}')
  })
})
let base = ''
let away = ''
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

function buyer(options: GuardOptions = {}, config: AxiosRequestConfig = {}) {
  const ended: string[] = []
  const own = createGuard({
    policy: {
      require_https: false,
      rulebooks: { destination: { block: 'allow' } },
      ...options.policy,
    },
    on_event: (event: GuardEvent) => {
      if (event.type === 'ended') ended.push(event.outcome)
    },
  })
  seen.length = 0
  paid = answer
  const instance = axios.create({ baseURL: base, ...config })
  const pay = wrapAxiosWithPayment(
    guardAxios(instance, own),
    // The wrapper's types are those of the older core it brings along.
    guard(stockClient(), own) as never,
  )
  return { pay, ended, own }
}

describe.each(['http', 'fetch'])('guardAxios, adapter %s', (adapter) => {
  const through = { adapter } as AxiosRequestConfig

  test('default: an honest seller is paid', async () => {
    const { pay, ended } = buyer({}, through)
    const call = withCall(
      { params: { a: 'b' } },
      { expect: { max_price_usd: '1' } },
    )
    expect((await pay.post('/data', { ask: 1 }, call)).data).toEqual({
      data: 1,
    })
    expect(seen).toEqual([
      'asked /data?a=b {"ask":1}',
      'paid /data?a=b {"ask":1}',
    ])
    expect(ended).toEqual(['settled'])
  })

  test('behavior: the error of the guard reaches the caller', async () => {
    const { pay } = buyer({ policy: { max_per_payment_usd: '0.001' } }, through)
    expect(await refusal(pay.get('/data'))).toBe(
      'PaymentBlocked over_payment_cap',
    )
    const call = withCall({}, { expect: { host: 'other.example' } })
    expect(await refusal(buyer({}, through).pay.get('/data', call))).toBe(
      'PaymentBlocked host_mismatch',
    )
    expect(seen).toEqual(['asked /data '])
  })

  test('behavior: a paid request follows no redirect', async () => {
    const { pay, ended } = buyer({}, through)
    paid = (_, response) => {
      response.statusCode = 307
      response.setHeader('location', 'https://thief.example/')
      response.end()
    }
    expect(await refusal(pay.get('/data'))).toBe(
      'PaymentBlocked cross_origin_redirect',
    )
    expect(ended).toEqual(['unclear'])
  })

  test('behavior: nothing new (304) is no redirect', async () => {
    const { pay, ended } = buyer({}, through)
    paid = (_, response) => {
      response.statusCode = 304
      response.end()
    }
    expect(await refusal(pay.get('/data'))).toMatch('status code 304')
    expect(ended).toEqual(['declined'])
  })

  test('behavior: a lost answer is unclear', async () => {
    const { pay, ended } = buyer({}, through)
    paid = (request) => request.socket.destroy()
    await refusal(pay.get('/data'))
    expect(ended).toEqual(['unclear'])
    expect(await refusal(pay.get('/data'))).toBe(
      'PaymentBlocked unclear_payment',
    )
  })

  test('behavior: a failed answer is declined, other 402 answers are left alone', async () => {
    const { pay, ended } = buyer({}, through)
    paid = (_, response) => {
      response.statusCode = 500
      response.end()
    }
    expect(await refusal(pay.get('/data'))).toMatch('status code 500')
    expect(ended).toEqual(['declined'])
    expect(await refusal(pay.get('/quota'))).toMatch(
      'Failed to parse payment requirements',
    )
  })

  test('behavior: another origin than the one asked is not paid', async () => {
    const other = createServer((_, response) => {
      response.statusCode = 402
      response.setHeader(
        'PAYMENT-REQUIRED',
        encodePaymentRequiredHeader(challenge()),
      )
      response.end('{}')
    })
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
    const { port } = other.address() as AddressInfo
    const { pay, own } = buyer({}, through)
    away = `http://127.0.0.1:${port}/`
    expect(await refusal(pay.get('/away'))).toBe(
      'PaymentBlocked cross_origin_redirect',
    )
    away = `${base}/data`
    expect((await pay.get('/away')).status).toBe(200)
    other.close()
    expect(seen).toEqual([
      'asked /away ',
      'asked /away ',
      'asked /data ',
      'paid /away ',
    ])
    expect((await own.spent()).day_usd).toBe('0.01')
  })
})

describe('guardAxios', () => {
  test('behavior: bodies that cannot be hashed are not paid for', async () => {
    const { pay } = buyer()
    for (const data of [
      new Uint8Array([97]),
      new Uint8Array([97]).buffer,
      new URLSearchParams('a=b'),
      'text',
    ])
      expect((await pay.post('/data', data)).status).toBe(200)
    const form = new FormData()
    form.append('a', 'b')
    expect(await refusal(pay.post('/data', form))).toMatch('text or bytes')
  })
})
