import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { EXIT } from '../exit.js'
import { fakeWorld } from '../testing/fake-world.js'
import { guardCommand } from './guard.js'

const TERMS = {
  x402Version: 2,
  resource: { url: 'https://api.example/data' },
  accepts: [
    {
      scheme: 'exact',
      network: 'eip155:8453',
      asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      amount: '10000',
      payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
      maxTimeoutSeconds: 60,
      extra: { name: 'USD Coin', version: '2' },
    },
  ],
}
const ASK = `${JSON.stringify({
  id: 1,
  url: 'https://api.example/data',
  challenge: {
    status: 402,
    headers: { 'PAYMENT-REQUIRED': btoa(JSON.stringify(TERMS)) },
    body: '{}',
  },
})}\n`

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-guard-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('guardCommand', () => {
  test('default: answers each line and ends with the input', async () => {
    const world = fakeWorld(`${ASK}nonsense\n`)
    expect(await guardCommand({ stdio: true }, world)).toBe(EXIT.allow)
    expect(world.out().split('\n').slice(0, -1).map(decisionOf)).toEqual([
      'allow',
      'not_json',
    ])
  })

  test('behavior: a ledger in a file outlives the process', async () => {
    const policy = join(folder, 'policy.json')
    writeFileSync(policy, '{"daily_cap_usd": "0.01"}')
    const flags = { stdio: true, policy, ledger: join(folder, 'spent.log') }
    const first = fakeWorld(ASK)
    await guardCommand(flags, first)
    const second = fakeWorld(ASK.replace('/data"', '/more"'))
    await guardCommand(flags, second)
    expect([decisionOf(first.out()), decisionOf(second.out())]).toEqual([
      'allow',
      'block',
    ])
  })

  test.each([
    ['no --stdio', {}, EXIT.usage],
    ['the policy on standard input', { stdio: true, policy: '-' }, EXIT.usage],
    ['no such policy', { stdio: true, policy: '/nowhere' }, EXIT.data],
  ])('behavior: refuses %s', async (_, flags, exitCode) => {
    await expect(guardCommand(flags, fakeWorld())).rejects.toMatchObject({
      exitCode,
    })
  })

  test.each(['{"max_usd": 1}', '[]', '3'])(
    'behavior: refuses the policy %s',
    async (text) => {
      const policy = join(folder, 'policy.json')
      writeFileSync(policy, text)
      await expect(
        guardCommand({ stdio: true, policy }, fakeWorld()),
      ).rejects.toMatchObject({ exitCode: EXIT.data })
    },
  )
})

function decisionOf(line: string): string {
  const { decision, error } = JSON.parse(line)
  return decision ?? error.code
}
