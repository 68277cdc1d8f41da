import type { FacilitatorClient } from '@x402/core/server'
import {
  createNonceManager,
  getAddress,
  type Hex,
  type PrivateKeyAccount,
  parseEther,
} from 'viem'
import { jsonRpc } from 'viem/nonce'
import { accountOf } from './accounts.js'
import { findAnvil, startAnvil } from './anvil.js'
import { tokenBytecode } from './compile-token.js'
import { createFacilitator } from './facilitator.js'
import {
  createNodeClient,
  createSender,
  type NodeClient,
} from './node-client.js'
import { readSettlements, type Settlement } from './settlements.js'
import { TOKEN_ABI } from './token-abi.js'

export const CHAIN_ID = 8453
export const NETWORK = 'eip155:8453'
/** Canonical USDC of Base. */
export const USDC: Hex = getAddress(
  '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
)

/** For hooks: the token is compiled once, which takes some seconds. */
export const START_TIMEOUT_MS = 60_000

/** A Base of our own on loopback, with a dollar token and a facilitator. */
export type Chain = {
  /** JSON-RPC. */
  readonly url: string
  /** viem client: reads, and what only a test node can do. */
  readonly node: NodeClient
  /** The official facilitator, in this process. */
  readonly facilitator: FacilitatorClient
  /** Sends the facilitator's transactions. */
  readonly facilitatorAddress: Hex
  /** Has ether for gas and no dollars until `fund`. */
  readonly buyer: PrivateKeyAccount
  /** Mints atomic units to a wallet. Of USDC unless another token is named. */
  readonly fund: (wallet: Hex, amount: bigint, token?: Hex) => Promise<void>
  /** Atomic balances, in the order asked. */
  readonly balances: (wallets: readonly Hex[], token?: Hex) => Promise<bigint[]>
  /** True once an authorization is used or cancelled. */
  readonly isUsed: (payer: Hex, nonce: Hex) => Promise<boolean>
  /** Settlements in USDC, oldest first. */
  readonly settlements: (fromBlock?: bigint) => Promise<Settlement[]>
  /** Puts the token's code at one more address. */
  readonly placeToken: (address: Hex) => Promise<void>
  /** A state to come back to, once. */
  readonly snapshot: () => Promise<Hex>
  readonly revert: (snapshot: Hex) => Promise<void>
  readonly close: () => Promise<void>
}

/** Why no chain can be started here; `undefined` when one can. */
export function whyNoChain(): string | undefined {
  const anvil = findAnvil()
  return 'missing' in anvil ? `no local chain: ${anvil.missing}` : undefined
}

/**
 * Starts a chain: 0.2 s, and some seconds when the token has to be compiled.
 * Throws where `whyNoChain` has a reason.
 */
export async function startChain(): Promise<Chain> {
  const anvil = findAnvil()
  if ('missing' in anvil) throw new Error(`no local chain: ${anvil.missing}`)
  const { url, stop } = await startAnvil(anvil.path, CHAIN_ID)
  try {
    return await furnish(url, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

async function furnish(
  url: string,
  close: () => Promise<void>,
): Promise<Chain> {
  const node = createNodeClient(url)
  const nonceManager = createNonceManager({ source: jsonRpc() })
  const buyer = accountOf('buyer', nonceManager)
  const mint = accountOf('mint').address
  const relay = accountOf('facilitator').address
  const bytecode = tokenBytecode()
  const placeToken = (address: Hex) => node.setCode({ address, bytecode })
  await Promise.all([
    placeToken(USDC),
    node.setBalance({ address: buyer.address, value: parseEther('10') }),
    ...[mint, relay].flatMap((address) => [
      node.setBalance({ address, value: parseEther('1000') }),
      node.impersonateAccount({ address }),
    ]),
  ])
  const minter = createSender(url, mint)
  return {
    url,
    node,
    facilitator: createFacilitator(createSender(url, relay), relay),
    facilitatorAddress: relay,
    buyer,
    fund: async (wallet, amount, token = USDC) => {
      const hash = await minter.writeContract({
        address: token,
        abi: TOKEN_ABI,
        functionName: 'mint',
        args: [wallet, amount],
      })
      await minter.waitForTransactionReceipt({ hash })
    },
    balances: (wallets, token = USDC) =>
      Promise.all(wallets.map((wallet) => balanceOf(node, wallet, token))),
    isUsed: (payer, nonce) =>
      node.readContract({
        address: USDC,
        abi: TOKEN_ABI,
        functionName: 'authorizationState',
        args: [payer, nonce],
      }),
    settlements: (fromBlock = 0n) => readSettlements(node, USDC, fromBlock),
    placeToken,
    snapshot: () => node.snapshot(),
    revert: async (id) => {
      await node.revert({ id })
      nonceManager.reset({ address: buyer.address, chainId: CHAIN_ID })
    },
    close,
  }
}

function balanceOf(node: NodeClient, wallet: Hex, token: Hex) {
  return node.readContract({
    address: token,
    abi: TOKEN_ABI,
    functionName: 'balanceOf',
    args: [wallet],
  })
}
