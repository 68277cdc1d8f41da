import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openShop } from '../../packages/assay/src/inspect/testing/shop.js'
import { startService } from '../../packages/assay/src/serve/testing/running.js'
import { callEveryTool } from './mcp-tools.js'

const ROOT = join(import.meta.dirname, '..', '..')
const WALLET = { merchant_wallet_address: `0x${'1'.repeat(40)}` }
const TARGET = { target: 'api.example.com' }

/** Of a store that knows nothing, for whoever pays nothing. */
const UNIFIED = {
  preflight_payment: 'answered',
  check_terms: 'answered',
  check_destination: 'answered',
  find_endpoints: 'answered',
  explain_rule: 'answered',
  verify_receipt: 'answered',
  get_quota: 'answered',
  get_api_key: 'answered',
}

describe('every tool', () => {
  test('default: over stdio', async () => {
    const shop = await openShop()
    const folder = mkdtempSync(join(tmpdir(), 'assay-mcp-'))
    const client = new Client({ name: 'test', version: '1' })
    onTestFinished(async () => {
      await client.close()
      rmSync(folder, { recursive: true })
    })
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [
          join(ROOT, 'packages/assay/bin/assay.js'),
          ...['mcp', '--db', join(folder, 'assay.db')],
          ...['--allow-host', shop.host],
        ],
        env: { PATH: process.env['PATH'] ?? '', XDG_DATA_HOME: folder },
      }),
    )
    expect(await callEveryTool(client, shop.url, WALLET)).toEqual({
      ...UNIFIED,
      check_merchant_wallet: 'answered',
      check_endpoint_health: 'refused: not_listed',
      score_x402_counterparty: 'refused: ANSWER_UNAVAILABLE',
    })
  })

  test.each([
    [
      '/mcp',
      WALLET,
      {
        ...UNIFIED,
        check_merchant_wallet: 'refused: payment_not_configured',
        check_endpoint_health: 'refused: payment_not_configured',
        score_x402_counterparty: 'refused: payment_not_configured',
      },
    ],
    ['/terms/mcp', WALLET, { endpoint_spot_check: 'answered' }],
    [
      '/merchant/mcp',
      WALLET,
      { check_merchant: 'refused: payment_not_configured' },
    ],
    [
      '/endpoint-health/mcp',
      WALLET,
      { check_endpoint: 'refused: payment_not_configured' },
    ],
    [
      '/counterparty/mcp',
      WALLET,
      {
        score_x402_counterparty: 'refused: payment_not_configured',
        get_sample_score: 'answered',
      },
    ],
    [
      '/destination/mcp',
      TARGET,
      {
        check_merchant: 'answered',
        get_quota: 'answered',
        get_api_key: 'answered',
      },
    ],
  ])('default: over HTTP at %s', async (path, merchant, expected) => {
    const shop = await openShop()
    const running = await startService({
      settings: { allowHosts: [shop.host] },
    })
    const client = new Client({ name: 'test', version: '1' })
    const transport = new StreamableHTTPClientTransport(
      new URL(running.url + path),
    )
    // The SDK's type of a session id is not exact about undefined.
    await client.connect(transport as Parameters<Client['connect']>[0])
    onTestFinished(() => client.close())
    expect(await callEveryTool(client, shop.url, merchant)).toEqual(expected)
  })
})
