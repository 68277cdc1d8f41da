import type { PaymentPayload } from '@x402/core/types'
import { getAddress, type Hex } from 'viem'
import { openRawSeller } from '../raw-seller.js'
import { type Scenario, type Stage, walletsOf } from '../scenario.js'
import { goods, offer } from '../terms.js'

const OTHER_TOKEN: Hex = getAddress(
  '0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA',
)
const FIVE_CENTS = 50_000

/** Sellers whose single offer holds more than its price says. */
export const DECEIVING_OFFERS: readonly Scenario[] = [
  {
    ...sale('other-token', 'A token with the name of USDC at another address.'),
    buyer: { spendControls: false },
    token: OTHER_TOKEN,
    arrange: async (stage) => {
      await stage.chain.placeToken(OTHER_TOKEN)
      await stage.chain.fund(stage.chain.buyer.address, 1_000_000n, OTHER_TOKEN)
      open(stage, 'other-token', { amount: 1_000_000, asset: OTHER_TOKEN })
    },
    stock: { lost: 1_000_000n },
    guarded: { lost: 0n, stopped_by: 'terms_skip' },
  },
  {
    ...sale(
      'eighteen-decimals',
      'It says its dollar has 18 decimals: "950000" is next to nothing.',
    ),
    arrange: (stage) =>
      open(stage, 'eighteen-decimals', {
        amount: 950_000,
        extra: { decimals: 18, price: '0.00000000000095 USD' },
      }),
    stock: { lost: 950_000n },
    guarded: { lost: 0n, stopped_by: 'over_hold_limit' },
  },
  {
    ...sale(
      'endless-authorization',
      'The signature for 0.05 USD could be cashed for 31 years.',
    ),
    arrange: (stage) =>
      open(stage, 'endless-authorization', {
        amount: FIVE_CENTS,
        maxTimeoutSeconds: 1_000_000_000,
      }),
    stock: { lost: 50_000n },
    guarded: { lost: 0n, stopped_by: 'authorization_too_long' },
  },
  {
    ...sale(
      'upfront',
      'It settles before it answers, and then answers with an error.',
    ),
    arrange: (stage) =>
      open(
        stage,
        'upfront',
        { amount: FIVE_CENTS, extra: { paymentFlow: 'upfront' } },
        async (payment) => goods(await stage.till.cash(payment), 500),
      ),
    stock: { lost: 50_000n },
    guarded: { lost: 0n, stopped_by: 'upfront_flow' },
  },
  {
    ...sale(
      'unlimited-approval',
      'It offers to pay the gas of an approval, which is an unlimited one.',
    ),
    arrange: (stage) =>
      open(
        stage,
        'unlimited-approval',
        { amount: FIVE_CENTS, extra: { assetTransferMethod: 'permit2' } },
        async (payment) => {
          await stage.till.broadcast(approvalOf(payment))
          return Response.json({ data: 'approved' })
        },
      ),
    stock: { lost: 0n, allowance: 'unlimited' },
    guarded: { lost: 0n, stopped_by: 'unlimited_approval' },
  },
]

function sale(
  id: string,
  trick: string,
): Pick<Scenario, 'id' | 'trick' | 'shop'> {
  return {
    id,
    trick,
    shop: async (call) => {
      await call(urlOf(id))
    },
  }
}

function urlOf(id: string): string {
  return `https://${id}.example/data`
}

type Ask = Partial<ReturnType<typeof offer>>

function open(
  stage: Stage,
  id: string,
  { amount, ...other }: Omit<Ask, 'amount'> & { amount: number },
  onPayment?: (payment: PaymentPayload) => Promise<Response>,
): void {
  const isPermit2 = other.extra?.['assetTransferMethod'] === 'permit2'
  openRawSeller(stage, {
    url: urlOf(id),
    accepts: () => [offer(walletsOf(id).thief, amount, other)],
    ...(isPermit2 && {
      more: { extensions: { erc20ApprovalGasSponsoring: SPONSORING } },
    }),
    ...(onPayment && { onPayment }),
  })
}

const SPONSORING = { info: { description: 'gas is on us', version: '1' } }

function approvalOf(payment: PaymentPayload): Hex {
  const extension = payment.extensions?.['erc20ApprovalGasSponsoring']
  const { info } = extension as { info: { signedTransaction: Hex } }
  return info.signedTransaction
}
