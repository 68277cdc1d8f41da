import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openShop } from '../../packages/assay/src/inspect/testing/shop.js'

const ROOT = join(import.meta.dirname, '..', '..')

describe('assay mcp', () => {
  test('default: the unified tools over stdio, free for whoever started it', async () => {
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
    const { tools } = await client.listTools()
    expect(tools).toHaveLength(11)
    const checked = await client.callTool({
      name: 'preflight_payment',
      arguments: { url: shop.url },
    })
    expect(checked.structuredContent).toMatchObject({
      decision: 'allow',
      receipt: expect.stringMatching(/^ey/),
    })
    const wallet = await client.callTool({
      name: 'check_merchant_wallet',
      arguments: { merchant_wallet_address: `0x${'1'.repeat(40)}` },
    })
    expect(wallet).toMatchObject({
      structuredContent: { recommendation: 'INSUFFICIENT_SIGNAL' },
    })
  })
})
