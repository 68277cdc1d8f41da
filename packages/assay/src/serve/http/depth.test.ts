import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startService } from '../testing/running.js'
import { isTooDeep, MOST_DEPTH } from './depth.js'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

describe('isTooDeep', () => {
  test.each([
    [nested(MOST_DEPTH), false],
    [nested(MOST_DEPTH + 1), true],
    ['{"a":'.repeat(MOST_DEPTH + 1), true],
    [JSON.stringify({ a: nested(1_000) }), false],
    [JSON.stringify({ a: `\\"${nested(1_000)}` }), false],
    [`[${Array(1_000).fill('[]').join(',')}]`, false],
    ['', false],
  ])('default: %.20s', (json, expected) => {
    expect(isTooDeep(json)).toBe(expected)
  })

  test('property: it is as deep as what JSON.parse makes of it', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), fc.nat(9), (json, most) => {
        expect(isTooDeep(json, most)).toBe(depthOf(JSON.parse(json)) > most)
      }),
    )
  })
})

describe('limitDepth', () => {
  const deep = nested(5_000)
  const url = 'https://192.0.2.1/x'
  test.each([
    ['/v1/preflight', `{"url":"${url}","body":${deep}}`],
    ['/v1/preflight/batch', `{"requests":[{"url":"${url}","body":${deep}}]}`],
    [
      '/terms/v1/products/endpoint-spot-check',
      `{"url":"${url}","price":${deep},"claimed_price":1}`,
    ],
    ['/v1/ledger', `{"after":"0","events":[{"e":"x","at":1,"z":${deep}}]}`],
    [
      '/mcp',
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"preflight_payment","arguments":{"url":"${url}","policy":{"a":${deep}}}}}`,
    ],
  ])('default: %s refuses what is nested too deep', async (path, body) => {
    const { post, events } = await startService()
    const answer = await post(path, body, {
      accept: 'application/json, text/event-stream',
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'too_deep' })
    expect(events.filter(({ level }) => level === 'error')).toEqual([])
  })
})

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}
