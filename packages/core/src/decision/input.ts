import { z } from 'zod'
import { urlOfResource } from '../identity/resource.js'
import { parseAtomic } from '../money/usd.js'
import { defaultPolicy, spendPolicySchema } from '../policy/spend-policy.js'
import { usdField } from '../policy/usd-field.js'
import { maybe, nowField, rows } from '../rulebook/input.js'
import { mapNetwork } from '../x402/network.js'
import { isCanonicalUsdc } from '../x402/usdc.js'

const text = maybe(z.string())
const network = z.string().transform((written) => mapNetwork(written).id)

/** An entry of a challenge as far as the decision reads it. */
export const decisionOfferSchema = z.object({
  scheme: text,
  network: maybe(network),
  asset: text,
  pay_to: text,
  amount: text,
  max_timeout_seconds: maybe(z.number()),
  usable: maybe(z.boolean()),
  extra: maybe(z.unknown()),
})

export type DecisionOffer = z.output<typeof decisionOfferSchema>

const offers = rows(decisionOfferSchema)

/**
 * A challenge: the list of its offers, or these together with the names of the
 * extensions it declares.
 */
const challengeSchema = maybe(
  z.union([
    offers.transform((list) => ({ offers: list, extensions: noNames })),
    z.object({
      offers,
      extensions: maybe(
        z.union([
          z.array(z.string()),
          z.record(z.string(), z.unknown()).transform(Object.keys),
        ]),
      ).transform((names) => names ?? noNames),
    }),
  ]),
)

export type DecisionChallenge = NonNullable<z.output<typeof challengeSchema>>

const noNames: readonly string[] = []

/** Why a rulebook has no verdict: said by a collector, or its own error. */
const excuse = { unavailable: text, error: maybe(z.unknown()) }

const paymentSchema = z.object({
  scheme: text,
  network,
  asset: z.string(),
  pay_to: z.string().min(1),
  amount: z.object({ atomic: z.string() }),
})

const termsSchema = z
  .object({
    ...excuse,
    verdict: maybe(z.enum(['pay', 'skip', 'recheck'])),
    reason_code: text,
    /** The rulebook's own sentence; quoted, never judged. */
    reason: z.unknown().optional(),
    quoted_price_usd: text,
    network: maybe(network),
    asset: text,
    pay_to: text,
    payment: maybe(paymentSchema),
    history: maybe(z.object({ drift: maybe(z.boolean()) })),
    quality: maybe(
      z.object({ checks: maybe(z.object({ http_status: maybe(z.number()) })) }),
    ),
    offers: maybe(offers),
  })
  .superRefine((terms, context) => {
    if (terms.verdict !== 'pay' || isPayable(terms.payment)) return
    context.addIssue({
      code: 'custom',
      path: ['payment'],
      message: 'a verdict of pay needs a payment in canonical USDC',
    })
  })

const rulebooksSchema = z.object({
  destination: maybe(
    z.object({
      ...excuse,
      reasons: z.unknown().optional(),
      verdict: maybe(z.enum(['trusted', 'unknown', 'suspicious', 'block'])),
    }),
  ),
  merchant: maybe(
    z.object({
      ...excuse,
      recommendation: maybe(
        z.enum(['PROCEED', 'CAUTION', 'INSUFFICIENT_SIGNAL']),
      ),
      trust_tier: maybe(z.enum(['TRUSTED', 'CAUTION', 'AVOID'])),
      reasons: z.unknown().optional(),
    }),
  ),
  counterparty: maybe(
    z.object({
      ...excuse,
      feeds: z.unknown().optional(),
      wash_trading_ratio: z.unknown().optional(),
      verdict: maybe(z.enum(['trusted', 'caution', 'avoid'])),
    }),
  ),
  'endpoint-health': maybe(
    z.object({
      ...excuse,
      score: maybe(z.number()),
    }),
  ),
  reputation: maybe(z.unknown()),
})

/**
 * Everything a decision sees. Only `now` and `subject.resource` must be there:
 * what is missing is unknown, and without terms nothing is allowed.
 */
export const decisionInputSchema = z.object({
  now: nowField,
  policy: maybe(spendPolicySchema).transform(
    (policy) => policy ?? defaultPolicy,
  ),
  subject: z.object({
    resource: z
      .string()
      .refine(
        (resource) => urlOfResource(resource) !== undefined,
        'not a resource, e.g. "GET https://api.example.com/x"',
      ),
    host: text,
    listed: maybe(z.boolean()),
  }),
  terms: maybe(termsSchema),
  /** What was expected of the terms, to say what would be allowed. */
  expected: maybe(
    z.object({
      price_usd: maybe(usdField),
      pay_to: text,
      network: maybe(network),
    }),
  ),
  buyer_challenge: challengeSchema,
  own_probe: challengeSchema,
  rulebooks: maybe(rulebooksSchema),
  sanctions: maybe(
    z.object({
      status: maybe(z.enum(['fresh', 'stale', 'missing'])),
      matches: maybe(z.array(z.unknown())),
    }),
  ),
  screening: maybe(z.array(z.unknown())),
  price_context: maybe(
    z.object({
      category: text,
      median_atomic: maybe(z.union([z.string(), z.number()])),
      hosts: maybe(z.number()),
    }),
  ),
  pin: maybe(
    z.object({ pay_to: text, since: text, rotating: maybe(z.boolean()) }),
  ),
  failed_probes: maybe(z.number()),
  signed_offer: maybe(
    z.object({
      status: z.enum([
        'offer_verified_payto',
        'offer_verified_domain',
        'offer_signer_unbound',
        'offer_mismatch',
        'offer_expired',
        'no_offer',
      ]),
    }),
  ),
  spent: maybe(
    z.object({
      hour_usd: maybe(usdField),
      day_usd: maybe(usdField),
      host_day_usd: maybe(usdField),
    }),
  ),
})

export type DecisionInput = z.output<typeof decisionInputSchema>

function isPayable(
  payment: z.output<typeof paymentSchema> | null | undefined,
): boolean {
  return (
    payment !== null &&
    payment !== undefined &&
    isCanonicalUsdc(payment.network, payment.asset) &&
    parseAtomic(payment.amount.atomic) !== undefined
  )
}
