import {
  createTestClient,
  createWalletClient,
  type Hex,
  http,
  type PrivateKeyAccount,
  publicActions,
} from 'viem'
import { base } from 'viem/chains'

/** Reads the chain and does what only a test node can do. */
export function createNodeClient(url: string) {
  return createTestClient({
    chain: base,
    mode: 'anvil',
    pollingInterval: 5,
    // A log is about 630 bytes: 100 000 of them are over viem's own limit.
    transport: http(url, { maxResponseBodySize: false }),
  }).extend(publicActions)
}

export type NodeClient = ReturnType<typeof createNodeClient>

/** Sends from an account that the node signs for, or from a local one. */
export function createSender(url: string, account: Hex | PrivateKeyAccount) {
  return createWalletClient({
    account,
    chain: base,
    pollingInterval: 5,
    transport: http(url),
  }).extend(publicActions)
}

export type Sender = ReturnType<typeof createSender>
