import { z } from 'zod'

/** What a verdict can be made to mean; `allow` leaves no reason behind. */
export type Meaning = 'allow' | 'note' | 'hold' | 'block'

const anything = z.enum(['allow', 'note', 'hold', 'block'])
const noted = z.enum(['note', 'hold', 'block'])
// Without approved terms there is nothing to pay, so these cannot be let pass.
const stopped = z.enum(['hold', 'block'])

/** A field that may be absent or null, with the value it then has. */
export function withDefault<Schema extends z.ZodType>(
  schema: Schema,
  value: z.output<Schema>,
) {
  return schema
    .nullish()
    .meta({ default: value })
    .transform((given) => given ?? value)
}

function group<Shape extends z.ZodRawShape>(shape: Shape) {
  const object = z.object(shape)
  return object
    .nullish()
    .meta({ default: {} })
    .transform((given) => given ?? object.parse({}))
}

/**
 * What each verdict means, by rulebook. Words with one meaning only (a terms
 * `skip`, a sanctioned wallet, `trusted`) are no setting: any other value is
 * refused.
 */
export const verdictMeaningsSchema = group({
  terms: group({
    pay: withDefault(z.literal('allow'), 'allow'),
    skip: withDefault(z.literal('block'), 'block'),
    recheck: withDefault(stopped, 'hold'),
    not_exercised: withDefault(stopped, 'hold'),
  }),
  destination: group({
    block: withDefault(anything, 'block'),
    suspicious: withDefault(anything, 'hold'),
    unknown: withDefault(anything, 'allow'),
    trusted: withDefault(z.literal('allow'), 'allow'),
    unavailable: withDefault(anything, 'note'),
  }),
  counterparty: group({
    avoid: withDefault(anything, 'hold'),
    caution: withDefault(anything, 'note'),
    trusted: withDefault(z.literal('allow'), 'allow'),
    unavailable: withDefault(anything, 'note'),
  }),
  merchant: group({
    AVOID: withDefault(anything, 'hold'),
    CAUTION: withDefault(anything, 'note'),
    INSUFFICIENT_SIGNAL: withDefault(anything, 'note'),
    PROCEED: withDefault(z.literal('allow'), 'allow'),
    unavailable: withDefault(anything, 'note'),
  }),
  'endpoint-health': group({
    low: withDefault(anything, 'note'),
    unknown: withDefault(anything, 'note'),
    failed_probes: withDefault(anything, 'hold'),
    unavailable: withDefault(anything, 'note'),
  }),
  sanctions: group({
    sanctioned: withDefault(z.literal('block'), 'block'),
    unknown: withDefault(noted, 'note'),
  }),
  screening: group({ listed: withDefault(stopped, 'block') }),
  challenge: group({
    cloaking: withDefault(anything, 'hold'),
    upfront_flow: withDefault(anything, 'hold'),
    unlimited_approval: withDefault(anything, 'hold'),
    ceiling_over_limit: withDefault(anything, 'hold'),
    scheme_unknown: withDefault(z.literal('block'), 'block'),
  }),
  signed_offer: group({
    mismatch: withDefault(anything, 'block'),
    expired: withDefault(anything, 'block'),
    signer_unbound: withDefault(anything, 'note'),
  }),
})

export type VerdictMeanings = z.output<typeof verdictMeaningsSchema>
