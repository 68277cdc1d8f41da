import { OpenAPIHono } from '@hono/zod-openapi'
import type { ServiceEnv } from '../answer.js'
import { wellKnownX402 } from '../billing/index.js'
import { openApiDocument } from '../openapi/document.js'
import type { Service } from '../service.js'
import { llmsText } from './llms-text.js'

const HEADERS = { 'cache-control': 'public, max-age=300' } as const

/**
 * `/openapi.json`, `/llms.txt`, `/robots.txt`, `/.well-known/x402`. `whole` is
 * asked when somebody wants the document: by then everything is mounted.
 */
export function documentRoutes(
  { settings }: Service,
  whole: () => OpenAPIHono<ServiceEnv>,
): OpenAPIHono<ServiceEnv> {
  const routes = new OpenAPIHono<ServiceEnv>()
  let openApi: string | undefined
  routes.get('/openapi.json', (c) => {
    openApi ??= JSON.stringify(openApiDocument(whole(), settings.publicUrl))
    return c.body(openApi, 200, {
      ...HEADERS,
      'content-type': 'application/json',
    })
  })
  routes.get('/llms.txt', (c) => c.text(llmsText(settings), 200, HEADERS))
  routes.get('/robots.txt', (c) => c.text(ROBOTS, 200, HEADERS))
  routes.get('/.well-known/x402', (c) => {
    c.header('cache-control', HEADERS['cache-control'])
    return c.json(wellKnownX402(settings))
  })
  return routes
}

/** What makes us ask somebody, or costs, is not for crawlers. */
const ROBOTS = `User-agent: *
Disallow: /v1/preflight
Disallow: /v1/ledger
Disallow: /v1/lookup
Disallow: /v1/reports/
Disallow: /v1/watches
Disallow: /mcp
Disallow: /terms/v1/
Disallow: /merchant/check
Disallow: /endpoint-health/v1/
Disallow: /counterparty/score
Disallow: /destination/v1/check
Disallow: /destination/v1/keys
`
