import { describe, expect, test } from 'vitest'
import { BOT_WALLS, botWallOf } from './bot-walls.js'

function wall(
  status: number,
  headers: Readonly<Record<string, string>>,
  page = '',
): string | null {
  const header = (name: string) => headers[name]
  return botWallOf(status, header, () => page)
}

const HTML = { 'content-type': 'text/html; charset=UTF-8' }

describe('botWallOf', () => {
  test.each([
    [403, { 'cf-mitigated': 'Challenge' }, '', 'cloudflare'],
    [403, HTML, '<title>Just a moment...</title>', 'cloudflare'],
    [200, HTML, '<script src="/cdn-cgi/challenge-platform/x">', 'cloudflare'],
    [202, { 'x-amzn-waf-action': 'challenge' }, '', 'aws_waf'],
    [429, { 'x-vercel-mitigated': 'challenge' }, '', 'vercel'],
    [429, HTML, '<title>Vercel Security Checkpoint</title>', 'vercel'],
    [403, HTML, 'https://geo.captcha-delivery.com/c', 'datadome'],
    [200, HTML, '<iframe src="/_Incapsula_Resource?x">', 'imperva'],
    [403, HTML, 'window._pxAppId = "x"', 'human'],
    [403, HTML, 'https://errors.edgesuite.net/1', 'akamai'],
    [403, HTML, 'Sucuri WebSite Firewall', 'sucuri'],
    [403, HTML, '<title>DDoS-Guard</title>', 'ddos_guard'],
    [
      503,
      { 'content-type': ' application/xhtml+xml' },
      '<title>DDoS-Guard</title>',
      'ddos_guard',
    ],
  ])('%d %j %j is %s', (status, headers, page, id) => {
    expect(wall(status, headers, page)).toBe(id)
  })

  test.each([
    ['a 402', 402, { ...HTML, 'cf-mitigated': 'challenge' }, ''],
    [
      'a seller that speaks of walls',
      200,
      { 'content-type': 'application/json' },
      '{"a":"captcha-delivery.com"}',
    ],
    ['no content type', 403, {}, '<title>Just a moment...</title>'],
    ['an honest page', 403, HTML, 'Forbidden'],
    ['a wall in an error of the seller', 500, HTML, '_Incapsula_Resource'],
    ['another status of akamai', 404, HTML, 'errors.edgesuite.net'],
    ['another value', 403, { 'cf-mitigated': 'none' }, ''],
  ])('behavior: %s is none', (_, status, headers, page) => {
    expect(wall(status, headers, page)).toBeNull()
  })

  test('behavior: every wall can be recognised by something', () => {
    for (const { header, pageSays, statuses } of BOT_WALLS)
      expect(header !== undefined || (pageSays && statuses)).toBeTruthy()
  })
})
