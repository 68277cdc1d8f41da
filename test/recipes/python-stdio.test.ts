import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { encodePaymentSignatureHeader } from '@x402/core/http'
import { describe, expect, test } from 'vitest'
import { stockClient } from '../guard/buyers.js'
import { openRawSeller } from '../guard/raw-seller.js'
import { offer } from '../guard/terms.js'
import { createTill } from '../guard/till.js'
import { DEAR_URL, describeRecipe, FAIR_URL, SELLER } from './stage.js'

const WITHHOLDING_URL = 'https://withholding.example/data'
const SIGNER_URL = 'https://signer.example/sign'
const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))

const python = spawnSync('python3', ['--version']).status === 0
const suite = python ? describeRecipe : skipped

suite('recipe Python over stdio', (stage) => {
  test('default: pays what is fair, once, and nothing else', async () => {
    const { chain, street, earned } = stage()
    const till = createTill(chain)
    const client = stockClient(chain)
    street.open('signer.example', async (request) => {
      const payment = await client.createPaymentPayload(await request.json())
      return new Response(encodePaymentSignatureHeader(payment))
    })
    openRawSeller(
      { chain, street, till },
      {
        url: WITHHOLDING_URL,
        accepts: () => [offer(SELLER, 20_000)],
        onPayment: async (payment, hangUp) => {
          await till.cash(payment)
          hangUp()
          return new Response()
        },
      },
    )
    const said = await buy(street.port, [
      FAIR_URL,
      DEAR_URL,
      WITHHOLDING_URL,
      WITHHOLDING_URL,
      FAIR_URL,
    ])
    expect(said).toEqual([
      { status: 200, body: '{"temperature":21}' },
      { refused: 'over_hold_limit' },
      { failed: 'RemoteDisconnected' },
      { refused: 'unclear_payment' },
      { status: 200, body: '{"temperature":21}' },
    ])
    expect(await earned()).toBe(40_000n)
  })
})

async function buy(port: number, urls: readonly string[]): Promise<unknown[]> {
  const guard = [process.execPath, '--import', 'tsx', here('guard-process.ts')]
  const { stdout } = await promisify(execFile)(
    'python3',
    ['-B', here('buy.py'), ...urls],
    {
      cwd: here('../../'),
      env: {
        PATH: process.env['PATH'],
        STREET: String(port),
        SIGNER: SIGNER_URL,
        GUARD: JSON.stringify(guard),
        TSX_TSCONFIG_PATH: here('tsconfig.sources.json'),
      },
    },
  )
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

function skipped(name: string): void {
  describe(name, () => {
    test.skip('there is no python3 on this machine', () => {})
  })
}
