import { NETWORK } from '../../chain/chain.js'
import { openRawSeller } from '../raw-seller.js'
import { type Scenario, walletsOf } from '../scenario.js'
import { challenge, offer } from '../terms.js'

const CENT = 10_000
const NINETY_CENTS = 900_000

type Offer = ReturnType<typeof offer>
type Order = (dear: Offer, fair: Offer) => Offer[]
const DEAR_FIRST: Order = (dear, fair) => [dear, fair]
const FAIR_FIRST: Order = (dear, fair) => [fair, dear]
// Without a price to hold them against, two offers are ambiguous.
const UNKNOWN_PRICE = { stopped_by: 'terms_skip' } as const
const KNOWN_PRICE = {
  expect: { listing: { price_usd: '0.01' } },
  stopped_by: null,
} as const

/** Sellers whose terms are not what they were, or not what they seem. */
export const CHANGING_TERMS: readonly Scenario[] = [
  changedWallet(),
  otherWalletThanProbed(),
  raisedPrice(),
  dearOffer('dear-offer-first', DEAR_FIRST, UNKNOWN_PRICE),
  dearOffer('dear-offer-second', FAIR_FIRST, UNKNOWN_PRICE),
  dearOffer('dear-offer-first-known-price', DEAR_FIRST, KNOWN_PRICE),
  dearOffer('dear-offer-second-known-price', FAIR_FIRST, KNOWN_PRICE),
  mainnetForTestnet(),
  testnetForMainnet(),
]

function changedWallet(): Scenario {
  const id = 'changed-wallet'
  const url = 'https://quotes.example/eur'
  const { payTo, thief } = walletsOf(id)
  return {
    id,
    trick: 'The second challenge of the same resource names another wallet.',
    arrange: (stage) =>
      openRawSeller(stage, {
        url,
        accepts: (visit) => [offer(visit === 1 ? payTo : thief, CENT)],
      }),
    shop: async (call) => {
      await call(url)
      await call(url)
    },
    stock: { lost: 10_000n },
    guarded: { lost: 0n, stopped_by: 'pay_to_changed' },
  }
}

function otherWalletThanProbed(): Scenario {
  const id = 'other-wallet-than-probed'
  const url = 'https://rates.example/usd'
  const { payTo, thief } = walletsOf(id)
  return {
    id,
    trick: 'The challenge to pay names another wallet than a probe just saw.',
    buyer: { expect: { pay_to: payTo } },
    arrange: (stage) =>
      openRawSeller(stage, {
        url,
        accepts: (visit) => [offer(visit === 1 ? payTo : thief, CENT)],
      }),
    shop: async (call, { street }) => {
      await street.fetch(url)
      await call(url)
    },
    stock: { lost: 10_000n },
    guarded: { lost: 0n, stopped_by: 'terms_skip' },
  }
}

function raisedPrice(): Scenario {
  const id = 'price-raised-on-retry'
  const url = 'https://raised.example/data'
  const { thief } = walletsOf(id)
  return {
    id,
    trick: 'The payment is refused and the next challenge is 90 times dearer.',
    arrange: (stage) => {
      let refusals = 0
      openRawSeller(stage, {
        url,
        accepts: (visit) => [offer(thief, visit === 1 ? CENT : NINETY_CENTS)],
        onPayment: async (payment) => {
          refusals++
          if (refusals > 1) await stage.till.cash(payment)
          return challenge(url, [offer(thief, NINETY_CENTS)])
        },
      })
    },
    shop: async (call) => {
      await call(url)
      await call(url)
    },
    stock: { lost: 900_000n },
    guarded: { lost: 0n, stopped_by: 'drift' },
  }
}

function dearOffer(
  id: string,
  order: Order,
  known: typeof UNKNOWN_PRICE | typeof KNOWN_PRICE,
): Scenario {
  const url = `https://${id.slice(0, 12)}.example/data`
  const { payTo, thief } = walletsOf(id)
  return {
    id,
    trick: 'Two offers for the same answer, at 0.90 and at 0.01 USD.',
    buyer: 'expect' in known ? { expect: known.expect } : {},
    arrange: (stage) =>
      openRawSeller(stage, {
        url,
        accepts: () => order(offer(thief, NINETY_CENTS), offer(payTo, CENT)),
      }),
    shop: async (call) => {
      await call(url)
    },
    stock: { lost: order === DEAR_FIRST ? 900_000n : 0n },
    guarded: { lost: 0n, stopped_by: known.stopped_by },
  }
}

function mainnetForTestnet(): Scenario {
  const id = 'mainnet-for-testnet'
  const url = 'https://try-me.example/data'
  const { thief } = walletsOf(id)
  return {
    id,
    trick: 'A buyer who tries things out on a test network is asked for money.',
    buyer: { policy: { allowed_networks: ['eip155:84532'] } },
    arrange: (stage) =>
      openRawSeller(stage, {
        url,
        accepts: () => [offer(thief, CENT, { network: NETWORK })],
      }),
    shop: async (call) => {
      await call(url)
    },
    stock: { lost: 10_000n },
    guarded: { lost: 0n, stopped_by: 'terms_skip' },
  }
}

function testnetForMainnet(): Scenario {
  const id = 'testnet-for-mainnet'
  const url = 'https://play-money.example/data'
  const { thief } = walletsOf(id)
  return {
    id,
    trick: 'A buyer of the main network is asked for test money.',
    arrange: (stage) =>
      openRawSeller(stage, {
        url,
        accepts: () => [
          offer(thief, CENT, {
            network: 'eip155:84532',
            asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
            extra: { name: 'USDC' },
          }),
        ],
        onPayment: () => Response.json({ data: 'signed for' }),
      }),
    shop: async (call) => {
      await call(url)
    },
    stock: { lost: 0n },
    guarded: { lost: 0n, stopped_by: 'terms_skip' },
  }
}
