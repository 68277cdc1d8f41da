import { type Ledger, memoryLedger } from '@assay402/guard'
import { describe, expect, test } from 'vitest'
import { createDesk } from './desk.js'
import { type DecideMessage, type Message, readMessage } from './message.js'

const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const PAY_TO = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
const URL_PAID = 'https://api.example/data'
const START = Date.parse('2026-11-30T12:00:00Z')

describe('createDesk', () => {
  test('default: allows, and hands out the one approved offer', async () => {
    const { ask } = openDesk()
    const answer = await ask(challenge(10_000))
    expect(answer).toEqual({
      decision: 'allow',
      approval: expect.stringMatching(/^[0-9a-f]{32}$/),
      expires_at: '2026-11-30T12:01:00.000Z',
      approved_offer: {
        x402_version: 2,
        source: 'header',
        scheme: 'exact',
        network: 'eip155:8453',
        asset: USDC,
        amount: '10000',
        pay_to: PAY_TO,
        max_timeout_seconds: 60,
        challenge: terms(10_000),
      },
      reasons: expect.any(Array),
      retry_after_s: null,
    })
  })

  test.each([
    ['block', 'over_payment_cap', 2_000_000, {}],
    ['hold', 'over_hold_limit', 500_000, {}],
    [
      'block',
      'over_payment_cap',
      20_000,
      { policy: { max_per_payment_usd: '0.01' } },
    ],
    [
      'block',
      'over_payment_cap',
      20_000,
      { expect: { max_price_usd: '0.01' } },
    ],
    ['block', 'host_mismatch', 10_000, { expect: { host: 'other.example' } }],
    ['block', 'terms_skip', 10_000, { expect: { pay_to: USDC } }],
    ['block', 'not_https', 10_000, { url: 'http://api.example/data' }],
  ])('behavior: %s %s', async (decision, code, amount, more) => {
    const { ask } = openDesk()
    expect(await ask({ ...challenge(amount), ...more })).toMatchObject({
      decision,
      approval: null,
      expires_at: null,
      approved_offer: null,
      reasons: expect.arrayContaining([
        expect.objectContaining({ code, decision }),
      ]),
    })
  })

  test('behavior: a whole catalogue entry may stand as listing', async () => {
    const listing = { price_usd: '0.01', description: 'data' }
    const { ask } = openDesk()
    expect(
      await ask({ ...challenge(10_000), expect: { listing } }),
    ).toMatchObject({ decision: 'allow' })
  })

  test('behavior: a policy of any depth is only an unreadable one', async () => {
    let policy: Record<string, unknown> = {}
    for (let depth = 0; depth < 50_000; depth++) policy = { rulebooks: policy }
    const desk = createDesk({
      policy: {},
      ledger: memoryLedger(),
      now: () => START,
    })
    const asked = message(challenge(10_000)) as DecideMessage
    await expect(desk({ ...asked, policy })).rejects.toMatchObject({
      name: 'InvalidField',
      path: 'policy',
    })
  })

  test('behavior: keeps to the policy it was opened with', async () => {
    const { ask } = openDesk({ policy: { daily_cap_usd: '0.02' } })
    const codes: unknown[] = []
    for (const path of ['a', 'b', 'c'])
      codes.push(await firstCode(ask, { url: `https://api.example/${path}` }))
    expect(codes).toEqual([null, null, 'daily_cap'])
  })

  test('behavior: every policy spends from the one ledger', async () => {
    const { ask } = openDesk()
    const policy = { daily_cap_usd: '0.01' }
    await ask(challenge(10_000))
    const other = { url: 'https://api.example/other', policy }
    expect(await firstCode(ask, other)).toBe('daily_cap')
    expect(await firstCode(ask, other)).toBe('daily_cap')
  })

  test.each([
    ['paid', 'daily_cap'],
    ['unclear', 'daily_cap'],
    ['failed', 'daily_cap'],
    ['unsigned', null],
  ])('behavior: after %s the next decision is %s', async (outcome, code) => {
    const { ask } = openDesk({ policy: { daily_cap_usd: '0.01' } })
    const { approval } = (await ask(challenge(10_000))) as { approval: string }
    expect(
      await ask({ op: 'outcome', approval, outcome, transaction: '0xabc' }),
    ).toEqual({ approval, outcome })
    expect(await firstCode(ask, { url: 'https://api.example/b' })).toBe(code)
  })

  test.each([
    ['the same request', {}, 'unclear_payment'],
    ['another body', { body_sha256: 'b'.repeat(64) }, null],
    ['another method', { method: 'POST' }, null],
    ['an idempotency key', { idempotency_key: 'k' }, null],
  ])('behavior: after an unclear payment, %s', async (_, more, code) => {
    const { ask } = openDesk()
    const { approval } = (await ask(challenge(10_000))) as { approval: string }
    await ask({ op: 'outcome', approval, outcome: 'unclear' })
    expect(await firstCode(ask, more)).toBe(code)
  })

  test('behavior: an outcome that nobody tells is unclear, and not given back', async () => {
    const { ask, wait } = openDesk({ policy: { daily_cap_usd: '0.01' } })
    await ask(challenge(10_000))
    wait(30_001)
    expect(await codesOf(ask, {})).toEqual(
      expect.arrayContaining(['unclear_payment', 'daily_cap']),
    )
    wait(60_000)
    expect(await firstCode(ask, { url: 'https://api.example/b' })).toBe(
      'daily_cap',
    )
  })

  test('behavior: an outcome is taken after a restart', async () => {
    const ledger = memoryLedger()
    const { ask } = openDesk({ ledger })
    const { approval } = (await ask(challenge(10_000))) as { approval: string }
    const second = openDesk({ ledger })
    expect(
      await second.ask({ op: 'outcome', approval, outcome: 'paid' }),
    ).toEqual({ approval, outcome: 'paid' })
  })

  test.each([
    [
      { op: 'outcome', approval: 'none', outcome: 'paid' },
      'approval: none of this name is open',
    ],
    [
      { ...challenge(1), policy: { max_usd: 1 } },
      'policy: no field of a spend policy: max_usd',
    ],
  ])('behavior: refuses %j', async (fields, message) => {
    await expect(openDesk().ask(fields)).rejects.toThrow(message)
  })

  test('behavior: a policy that cannot be read opens no desk', () => {
    expect(() => openDesk({ policy: { max_usd: 1 } })).toThrow(TypeError)
  })
})

type Answered = (fields: object) => Promise<object>

function openDesk({
  policy = {},
  ledger = memoryLedger(),
}: {
  policy?: Record<string, unknown>
  ledger?: Ledger
} = {}) {
  let now = START
  const desk = createDesk({ policy, ledger, now: () => now })
  const ask: Answered = (fields) => desk(message(fields))
  return {
    ask,
    wait: (ms: number) => {
      now += ms
    },
  }
}

function message(fields: object): Message {
  const read = readMessage(JSON.stringify({ id: 1, ...fields }))
  if ('error' in read) throw new Error(read.error.message)
  return read.message
}

function terms(amount: number) {
  return {
    x402Version: 2,
    resource: { url: URL_PAID },
    accepts: [
      {
        scheme: 'exact',
        network: 'eip155:8453',
        asset: USDC,
        amount: String(amount),
        payTo: PAY_TO,
        maxTimeoutSeconds: 60,
        extra: { name: 'USD Coin', version: '2' },
      },
    ],
  }
}

function challenge(amount: number) {
  const header = Buffer.from(JSON.stringify(terms(amount))).toString('base64')
  return {
    url: URL_PAID,
    challenge: {
      status: 402,
      headers: { 'payment-required': [header] },
      body: '{}',
    },
  }
}

async function codesOf(ask: Answered, more: object): Promise<string[]> {
  const { reasons } = (await ask({ ...challenge(10_000), ...more })) as {
    reasons: { code: string; decision: string }[]
  }
  return reasons
    .filter(({ decision }) => decision !== 'note')
    .map(({ code }) => code)
}

async function firstCode(ask: Answered, more: object): Promise<string | null> {
  return (await codesOf(ask, more))[0] ?? null
}
