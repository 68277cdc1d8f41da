import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createKeyPairSignerFromPrivateKeyBytes } from '@solana/kit'
import { x402Client } from '@x402/core/client'
import { ExactSvmScheme } from '@x402/svm/exact/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contextOf, createGuard, type Guard } from '../guard.js'
import { ACCOUNT, stockClient } from '../testing/buyer.js'
import { refusal } from '../testing/refusal.js'
import { challenge, entry, RESOURCE } from '../testing/seller.js'
import { guard } from './guard-client.js'
import { guardSigner } from './guard-signer.js'
import { answerOf } from './presented.js'

const TYPED = {
  domain: { chainId: 8453 },
  types: {},
  primaryType: 'TransferWithAuthorization',
  message: {},
} as never

async function approved(own: Guard): Promise<string> {
  const { id } = await own.approve({
    method: 'GET',
    url: RESOURCE,
    challenge: answerOf(challenge()),
  })
  return id
}

describe('guardSigner', () => {
  test('default: signs nothing outside of an approved payment', async () => {
    const own = createGuard()
    const signer = guardSigner(ACCOUNT, own)
    expect(await refusal(signer.signTypedData(TYPED))).toBe(
      'PaymentBlocked not_approved',
    )
    expect(await refusal(signer.signTransaction({ data: '0x' } as never))).toBe(
      'PaymentBlocked not_approved',
    )
    expect([signer.address, 'signTypedData' in signer]).toEqual([
      ACCOUNT.address,
      true,
    ])
    // What is no payment is left alone.
    expect(await signer.signMessage({ message: 'sign in' })).toMatch(/^0x/)
    expect(Object.keys({ ...signer })).toEqual(Object.keys(ACCOUNT))
    expect(guardSigner(signer, own)).toBe(signer)
  })

  test('behavior: inside of one, only what was approved', async () => {
    const own = createGuard()
    const signer = guardSigner(ACCOUNT, own)
    const id = await approved(own)
    const said = await refusal(
      own.sign(id, async () => signer.signTypedData(TYPED)),
    )
    expect(said).toBe('PaymentBlocked signing_differs')
  })

  test('behavior: a second signature over other content is refused', async () => {
    const own = createGuard()
    const signer = guardSigner(ACCOUNT, own)
    const client = guard(stockClient(), own)
    const messages: never[] = []
    const spy = {
      ...ACCOUNT,
      signTypedData: async (data: never) => {
        messages.push(data)
        return ACCOUNT.signTypedData(data)
      },
    }
    await guard(stockClient(spy), createGuard()).createPaymentPayload(
      challenge(),
    )
    const [data] = messages as { message: object }[]
    const id = await approved(own)
    const again = {
      ...data,
      message: { ...data?.message, nonce: `0x${'00'.repeat(32)}` },
    }
    const said: string[] = []
    await refusal(
      own.sign(id, async () => {
        said.push(await refusal(signer.signTypedData(data as never)))
        said.push(await refusal(signer.signTypedData(data as never)))
        said.push(await refusal(signer.signTypedData(again as never)))
      }),
    )
    expect(said).toEqual(['paid', 'paid', 'PaymentBlocked approval_used'])
    expect((await client.createPaymentPayload(challenge())).accepted).toEqual(
      entry(),
    )
  })

  test('behavior: a signer that was guarded by hand can be guarded again', async () => {
    const own = createGuard()
    const client = guard(stockClient(guardSigner(ACCOUNT, own)), own)
    expect((await client.createPaymentPayload(challenge())).x402Version).toBe(2)
  })

  test('behavior: whatever else signs or sends is refused', async () => {
    const signed: string[] = []
    const method = (name: string) => async () => {
      signed.push(name)
    }
    const names = [
      'sign',
      'signAuthorization',
      'sendTransaction',
      'sendRawTransaction',
      'sendCalls',
      'writeContract',
      'deployContract',
      'signAllTransactions',
      'signAndSendTransaction',
      'modifyAndSignMessages',
      'transfer',
      'approve',
    ]
    const raw = Object.fromEntries(names.map((name) => [name, method(name)]))
    const signer = guardSigner(raw, createGuard())
    for (const name of names)
      expect(await refusal((signer[name] as () => Promise<void>)())).toBe(
        'PaymentBlocked not_approved',
      )
    expect(signed).toEqual([])
  })

  test('behavior: what only reads is not', async () => {
    const signer = guardSigner(
      {
        readContract: async () => 1n,
        getTransactionCount: async () => 2,
        estimateFeesPerGas: async () => 3,
        request: async ({ method }: { method: string }) => method,
      },
      createGuard(),
    )
    expect(await signer.readContract()).toBe(1n)
    expect(await signer.getTransactionCount()).toBe(2)
    expect(await signer.estimateFeesPerGas()).toBe(3)
    expect(await signer.request({ method: 'eth_call' })).toBe('eth_call')
    for (const rpc of ['eth_signTypedData_v4', 'eth_sendTransaction', 'x'])
      expect(await refusal(signer.request({ method: rpc }))).toBe(
        'PaymentBlocked not_approved',
      )
  })

  test('behavior: a message is text, or it is refused', async () => {
    const account = guardSigner(ACCOUNT, createGuard())
    for (const message of [{ raw: '0x19' as const }, 'a\u0001', '\u001b[2J'])
      expect(await refusal(account.signMessage({ message }))).toBe(
        'PaymentBlocked not_approved',
      )
    const text = 'a.example wants you to sign in\n\nNonce: 1 – é'
    expect(await account.signMessage({ message: text })).toMatch(/^0x/)
    const pair = guardSigner(
      await createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(32).fill(7)),
      createGuard(),
    )
    const content = (bytes: Uint8Array) => [{ content: bytes, signatures: {} }]
    const said = new TextEncoder().encode(text)
    expect(await pair.signMessages(content(said))).toHaveLength(1)
    // The bytes of a transaction are no text.
    for (const bytes of [
      [1, 0, 1, 3],
      [0x80, 1, 0, 1],
      [0xff, 0xfe],
    ])
      expect(
        await refusal(pair.signMessages(content(Uint8Array.from(bytes)))),
      ).toBe('PaymentBlocked not_approved')
  })

  test('behavior: an account inside of a wallet is guarded too', async () => {
    const wallet = guardSigner({ account: ACCOUNT }, createGuard())
    expect(await refusal(wallet.account.signTypedData(TYPED))).toBe(
      'PaymentBlocked not_approved',
    )
  })
})

describe('guardSigner, Solana', () => {
  const NETWORK = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  const server = createServer((_, response) => {
    // A mint account: supply, 6 decimals, initialised.
    const mint = Buffer.alloc(82)
    mint[44] = 6
    mint[45] = 1
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        result: {
          context: { slot: 1 },
          value: {
            data: [mint.toString('base64'), 'base64'],
            executable: false,
            lamports: 1,
            owner: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
            rentEpoch: 0,
            space: 82,
          },
        },
      }),
    )
  })
  let rpcUrl = ''
  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    rpcUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close())

  const solana = (change: object = {}) =>
    entry({
      network: NETWORK,
      asset: MINT,
      payTo: '2wKupLR9q6wXYppw8Gr2NvWxKBUqm4PPJKkQfoxHDBg4',
      ...change,
      extra: {
        feePayer: 'CKPKJWNdJEqa81x7CkZ14BVPiY6y16Sxs7owznqtWYp5',
        recentBlockhash: '11111111111111111111111111111111',
      },
    })

  test('default: the official scheme pays what was approved', async () => {
    const signer = await createKeyPairSignerFromPrivateKeyBytes(
      new Uint8Array(32).fill(7),
    )
    const own = createGuard()
    const client = guard(
      new x402Client().register(
        'solana:*',
        new ExactSvmScheme(signer, { rpcUrl }),
      ),
      own,
    )
    const payload = await client.createPaymentPayload(challenge([solana()]))
    expect(payload.payload).toEqual({ transaction: expect.any(String) })
    const { ledger, now } = contextOf(own)
    const kinds = await ledger.transact(now(), ({ day }) => ({
      events: [],
      answer: day.expenses().map(({ amount }) => amount),
    }))
    expect(kinds).toEqual([10_000n])
  })

  test('behavior: a scheme that pays somebody else is stopped at the signer', async () => {
    const signer = await createKeyPairSignerFromPrivateKeyBytes(
      new Uint8Array(32).fill(7),
    )
    class Greedy extends ExactSvmScheme {
      override createPaymentPayload(
        ...[version, terms]: Parameters<ExactSvmScheme['createPaymentPayload']>
      ) {
        return super.createPaymentPayload(version, {
          ...terms,
          amount: '20000',
        })
      }
    }
    const client = guard(
      new x402Client().register('solana:*', new Greedy(signer, { rpcUrl })),
    )
    expect(
      await refusal(client.createPaymentPayload(challenge([solana()]))),
    ).toBe('PaymentBlocked signing_differs')
  })
})
