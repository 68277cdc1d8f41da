import type { TransferClass } from '../transfer.js'
import type { Sender } from './chain.js'

/** Who settles x402 payments; addresses in lower case. */
export type KnownSettlers = {
  /** Senders of facilitators' transactions. */
  readonly facilitators: ReadonlySet<string>
  /** Contracts that only x402 payments go through. */
  readonly contracts: ReadonlySet<string>
}

/** The proxies of the schemes exact and upto, by Permit2; the older exact one too. */
export const X402_CONTRACTS: ReadonlySet<string> = new Set([
  '0x402085c248eea27d92e8b30b2c58ed07f9e20001',
  '0x4020a4f3b7b90cca423b9fabcc0ce57c6c240002',
  '0x4020615294c913f045dc10f0a5cdebd86c280001',
])

/** What a transfer is to x402, by how it was made. */
export function classify(
  authorization: 'used' | 'none',
  { from, to }: Sender,
  { facilitators, contracts }: KnownSettlers,
): TransferClass {
  const isListed = facilitators.has(from)
  if (to !== null && contracts.has(to)) return 'by_contract'
  if (authorization === 'used') return isListed ? 'strong' : 'probable'
  return isListed ? 'weak' : 'none'
}
