/** Contracts that a payment may name beside the token. Source: @x402/evm 2.27. */
export const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
export const EXACT_PERMIT2_PROXY = '0x402085c248EeA27D92E8b30b2C58ed07f9E20001'

/** Circle Gateway: signs against its own contract, not against the token. */
export const GATEWAY = {
  name: 'GatewayWalletBatched',
  contract: '0x77777777Dcc4d5A8B6E418Fd04D8997ef11000eE',
} as const

/** Seconds that signing itself may take, on top of the approved validity. */
export const VALIDITY_SLACK_S = 5
