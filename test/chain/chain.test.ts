import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { type Hex, parseSignature, toHex } from 'viem'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
} from 'vitest'
import { honestSeller } from '../guard/honest-seller.js'
import { accountOf } from './accounts.js'
import {
  CHAIN_ID,
  type Chain,
  START_TIMEOUT_MS,
  startChain,
  USDC,
  whyNoChain,
} from './chain.js'
import { createSender, type Sender } from './node-client.js'
import { TOKEN_ABI } from './token-abi.js'

const missing = whyNoChain()
const ANYBODY = accountOf('anybody').address
const SELLER = accountOf('seller').address
const HOUR = 3600n

let chain: Chain
let sender: Sender
let before: Hex

describe.skipIf(missing !== undefined)(`chain ${missing ?? ''}`, () => {
  beforeAll(async () => {
    chain = await startChain()
    sender = createSender(chain.url, chain.buyer)
  }, START_TIMEOUT_MS)
  afterAll(() => chain.close())
  beforeEach(async () => {
    before = await chain.snapshot()
  })
  afterEach(() => chain.revert(before))

  test('default: an official seller is paid by an official buyer', async () => {
    await chain.fund(chain.buyer.address, 1_000_000n)
    const url = 'https://weather.example/today'
    const site = honestSeller(chain, url, SELLER, '$0.01')
    const client = new x402Client().register(
      'eip155:8453',
      new ExactEvmScheme(chain.buyer),
    )
    const pay = wrapFetchWithPayment(
      async (input, init) => site(new Request(input, init), () => {}),
      client,
    )
    const response = await pay(url)
    expect(await response.json()).toEqual({ temperature: 21 })
    expect(await chain.balances([chain.buyer.address, SELLER])).toEqual([
      990_000n,
      10_000n,
    ])
    const [settled, ...others] = await chain.settlements()
    expect(others).toEqual([])
    expect(settled).toEqual({
      transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      block: expect.any(Number),
      timestamp: expect.any(Number),
      sender: chain.facilitatorAddress,
      payer: chain.buyer.address,
      pay_to: SELLER,
      amount: 10_000n,
      nonce: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    })
    const { payer, nonce } = settled as NonNullable<typeof settled>
    expect(await chain.isUsed(payer, nonce)).toBe(true)
  })

  test('behavior: the token says what USDC of Base says', async () => {
    const read = (functionName: 'name' | 'version' | 'decimals') =>
      chain.node.readContract({ address: USDC, abi: TOKEN_ABI, functionName })
    expect(await read('name')).toBe('USD Coin')
    expect(await read('version')).toBe('2')
    expect(await read('decimals')).toBe(6)
    expect(await chain.node.getChainId()).toBe(CHAIN_ID)
  })

  test.each(['transferWithAuthorization', 'receiveWithAuthorization'] as const)(
    'behavior: %s takes both forms of a signature, each nonce once',
    async (functionName) => {
      await chain.fund(SELLER, 100n)
      const kind =
        functionName === 'transferWithAuthorization' ? 'Transfer' : 'Receive'
      const first = await authorization(kind, 1)
      const second = await authorization(kind, 2)
      const { r, s, v } = parseSignature(second.signature)
      await confirmed(
        sender.writeContract({
          ...USDC_CONTRACT,
          functionName,
          args: [...first.args, first.signature],
        }),
      )
      const write = () =>
        sender.writeContract({
          ...USDC_CONTRACT,
          functionName,
          args: [...second.args, Number(v), r, s],
        })
      await confirmed(write())
      expect(await chain.balances([SELLER, chain.buyer.address])).toEqual([
        98n,
        2n,
      ])
      await expect(write()).rejects.toThrow('authorization is used or canceled')
    },
  )

  test('behavior: a cancelled authorization cannot be used', async () => {
    await chain.fund(SELLER, 100n)
    const { args, signature } = await authorization('Transfer', 3)
    const nonce = args[5]
    const cancel = await accountOf('seller').signTypedData({
      domain: DOMAIN,
      types: {
        CancelAuthorization: [
          { name: 'authorizer', type: 'address' },
          { name: 'nonce', type: 'bytes32' },
        ],
      },
      primaryType: 'CancelAuthorization',
      message: { authorizer: SELLER, nonce },
    })
    await confirmed(
      sender.writeContract({
        ...USDC_CONTRACT,
        functionName: 'cancelAuthorization',
        args: [SELLER, nonce, cancel],
      }),
    )
    expect(await chain.isUsed(SELLER, nonce)).toBe(true)
    await expect(
      sender.writeContract({
        ...USDC_CONTRACT,
        functionName: 'transferWithAuthorization',
        args: [...args, signature],
      }),
    ).rejects.toThrow('authorization is used or canceled')
  })

  test.each([
    ['expired', { validBefore: 1n }, 'authorization is expired'],
    [
      'not yet valid',
      { validAfter: 1n << 40n },
      'authorization is not yet valid',
    ],
    ['over the balance', { value: 101n }, 'transfer amount exceeds balance'],
  ])(
    'behavior: refuses an authorization that is %s',
    async (_, fields, why) => {
      await chain.fund(SELLER, 100n)
      const { args, signature } = await authorization('Transfer', 4, fields)
      await expect(
        sender.writeContract({
          ...USDC_CONTRACT,
          functionName: 'transferWithAuthorization',
          args: [...args, signature],
        }),
      ).rejects.toThrow(why)
    },
  )

  test('behavior: refuses the signature of somebody else', async () => {
    await chain.fund(ANYBODY, 100n)
    const { args, signature } = await authorization('Transfer', 5)
    const [, ...rest] = args
    await expect(
      sender.writeContract({
        ...USDC_CONTRACT,
        functionName: 'transferWithAuthorization',
        args: [ANYBODY, ...rest, signature],
      }),
    ).rejects.toThrow('invalid signature')
  })

  test('behavior: permit lets the spender take what it says', async () => {
    await chain.fund(SELLER, 100n)
    const deadline = (await now()) + HOUR
    const message = {
      owner: SELLER,
      spender: chain.buyer.address,
      value: 60n,
      nonce: 0n,
      deadline,
    }
    const signature = await accountOf('seller').signTypedData({
      domain: DOMAIN,
      types: { Permit: PERMIT },
      primaryType: 'Permit',
      message,
    })
    const { r, s, v } = parseSignature(signature)
    await confirmed(
      sender.writeContract({
        ...USDC_CONTRACT,
        functionName: 'permit',
        args: [SELLER, chain.buyer.address, 60n, deadline, Number(v), r, s],
      }),
    )
    const take = (value: bigint) =>
      sender.writeContract({
        ...USDC_CONTRACT,
        functionName: 'transferFrom',
        args: [SELLER, ANYBODY, value],
      })
    await confirmed(take(50n))
    await expect(take(11n)).rejects.toThrow('allowance exceeded')
    expect(await chain.balances([SELLER, ANYBODY])).toEqual([50n, 50n])
  })

  test('behavior: revert brings back balances and nonces', async () => {
    await chain.fund(chain.buyer.address, 100n)
    const snapshot = await chain.snapshot()
    const give = () =>
      sender.writeContract({
        ...USDC_CONTRACT,
        functionName: 'transfer',
        args: [ANYBODY, 10n],
      })
    await confirmed(give())
    await chain.revert(snapshot)
    expect(await chain.balances([ANYBODY])).toEqual([0n])
    await confirmed(give())
    expect(await chain.balances([ANYBODY])).toEqual([10n])
  })
})

const USDC_CONTRACT = { address: USDC, abi: TOKEN_ABI } as const
const DOMAIN = {
  name: 'USD Coin',
  version: '2',
  chainId: CHAIN_ID,
  verifyingContract: USDC,
}
const PERMIT = [
  { name: 'owner', type: 'address' },
  { name: 'spender', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'nonce', type: 'uint256' },
  { name: 'deadline', type: 'uint256' },
]
const AUTHORIZATION = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
]

/** The seller's authorization to pay the buyer 1 atomic unit. */
async function authorization(
  kind: 'Transfer' | 'Receive',
  nonce: number,
  fields: { value?: bigint; validAfter?: bigint; validBefore?: bigint } = {},
) {
  const message = {
    from: SELLER,
    to: chain.buyer.address,
    value: 1n,
    validAfter: 0n,
    validBefore: (await now()) + HOUR,
    nonce: toHex(nonce, { size: 32 }),
    ...fields,
  }
  const primaryType = `${kind}WithAuthorization` as const
  const signature = await accountOf('seller').signTypedData({
    domain: DOMAIN,
    types: { [primaryType]: AUTHORIZATION },
    primaryType,
    message,
  })
  const { from, to, value, validAfter, validBefore } = message
  const args = [
    from,
    to,
    value,
    validAfter,
    validBefore,
    message.nonce,
  ] as const
  return { args, signature }
}

async function now(): Promise<bigint> {
  return (await chain.node.getBlock()).timestamp
}

async function confirmed(write: Promise<Hex>): Promise<void> {
  const hash = await write
  const { status } = await chain.node.waitForTransactionReceipt({ hash })
  expect(status).toBe('success')
}
