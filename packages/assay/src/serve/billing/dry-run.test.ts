import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import type { ServiceContext, ServiceEnv } from '../answer.js'
import { isDryRun } from './dry-run.js'
import { requestSha256 } from './request-digest.js'

async function ask<Value>(
  read: (c: ServiceContext) => Promise<Value>,
  url: string,
  body?: string,
): Promise<Value> {
  let found: Value | undefined
  const app = new Hono<ServiceEnv>()
  app.all('*', async (c) => {
    found = await read(c)
    // What was looked at stays readable.
    return c.text(await c.req.text())
  })
  const init = body === undefined ? {} : { method: 'POST', body }
  const response = await app.request(url, init)
  expect(await response.text()).toBe(body ?? '')
  return found as Value
}

describe('isDryRun', () => {
  test.each([
    ['/x?mode=dry-run', undefined, true],
    ['/x?mode=live', undefined, false],
    ['/x', undefined, false],
    ['/x', '{"mode":"dry-run"}', true],
    ['/x?mode=dry-run', '{"mode":"live"}', false],
    ['/x?mode=dry-run', 'null', true],
    ['/x?mode=dry-run', 'no JSON', true],
    ['/x', '{"mode":{"a":1}}', false],
  ])('default: %s with %s: %s', async (url, body, is) => {
    expect(await ask(isDryRun, url, body)).toBe(is)
  })
})

describe('requestSha256', () => {
  const sha256 = (url: string, body?: string) => ask(requestSha256, url, body)

  test('default: the same request, the same digest, on any host', async () => {
    expect(await sha256('https://a.example/x?a=1')).toBe(
      await sha256('http://b.example/x?a=1'),
    )
  })

  test('behavior: method, path, query and body count', async () => {
    const all = await Promise.all([
      sha256('/x'),
      sha256('/y'),
      sha256('/x?a=1'),
      sha256('/x?a=2'),
      sha256('/x', ''),
      sha256('/x', '{}'),
      sha256('/x', '{ }'),
    ])
    expect(new Set(all).size).toBe(all.length)
  })
})
