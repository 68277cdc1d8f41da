import { describe, expect, test } from 'vitest'
import { createGuard } from '../guard.js'
import { answerOf } from '../seats/presented.js'
import { refusal } from '../testing/refusal.js'
import { challenge, RESOURCE } from '../testing/seller.js'
import { engineLedger } from './engine-ledger.js'

/** A ledger as an engine keeps it: a list that one appends to in turn. */
function engine(fail?: (request: Request) => Response | undefined) {
  const events: unknown[] = []
  const asked: string[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    asked.push(
      `${request.method} ${url.pathname}${url.search} ${request.headers.get('authorization')}`,
    )
    const failure = fail?.(request)
    if (failure !== undefined) return failure
    if (request.method === 'GET') {
      const after = Number(url.searchParams.get('after') ?? 0)
      return Response.json({
        events: events.slice(after),
        position: String(events.length),
      })
    }
    const body = (await request.json()) as { after: string; events: unknown[] }
    if (Number(body.after) !== events.length)
      return Response.json({}, { status: 409 })
    events.push(...body.events)
    return Response.json({})
  }
  return { fetch, asked, events }
}

const ask = { method: 'GET', url: RESOURCE, challenge: answerOf(challenge()) }

describe('engineLedger', () => {
  test('default: guards that share it share the caps', async () => {
    const { fetch, asked } = engine()
    const guards = Array.from({ length: 5 }, () =>
      createGuard({
        policy: { daily_cap_usd: '0.03' },
        ledger: engineLedger({
          url: 'https://engine.example/',
          api_key: 'k',
          fetch,
        }),
      }),
    )
    const said = await Promise.all(
      guards.map((own) => refusal(own.approve(ask))),
    )
    expect(said.sort()).toEqual([
      'PaymentBlocked daily_cap',
      'PaymentBlocked daily_cap',
      'paid',
      'paid',
      'paid',
    ])
    expect(asked[0]).toBe('GET /v1/ledger Bearer k')
  })

  test.each([
    ['an error', () => Response.json({}, { status: 500 })],
    ['no events', () => Response.json({})],
    ['nothing', () => Response.json(null)],
    [
      'an error when writing',
      (request: Request) =>
        request.method === 'POST'
          ? Response.json({}, { status: 500 })
          : undefined,
    ],
  ])('behavior: %s stops every payment', async (_, fail) => {
    const ledger = engineLedger({
      url: 'https://engine.example',
      api_key: 'k',
      fetch: engine(fail).fetch,
      timeout_ms: 100,
    })
    expect(await refusal(createGuard({ ledger }).approve(ask))).toBe(
      'PaymentBlocked ledger_unavailable',
    )
  })

  test('behavior: a ledger that never lets anybody write is given up', async () => {
    const fail = (request: Request) =>
      request.method === 'POST' ? Response.json({}, { status: 409 }) : undefined
    const ledger = engineLedger({
      url: 'https://engine.example',
      api_key: 'k',
      fetch: engine(fail).fetch,
    })
    expect(await refusal(createGuard({ ledger }).approve(ask))).toBe(
      'PaymentBlocked ledger_unavailable',
    )
  })
})
