import {
  atomicToUsd,
  readChallenge,
  resourceOf,
  sha256Hex,
} from '@assay402/core'
import {
  type AuthorizationReader,
  guarded,
  PaymentBlocked,
  PaymentHeld,
  withCall,
} from '@assay402/guard'
import type { x402Client } from '@x402/core/client'
import { wrapFetchWithPayment } from '@x402/fetch'
import {
  collectChallenge,
  type FetchResult,
  probeOf,
  type SafeFetch,
} from '../collect/index.js'
import type { Store } from '../store/store.js'
import { answerOf } from './answer.js'
import { storedSchema } from './declared.js'
import type { DeliveryAnswer, DeliveryData } from './delivery-data.js'
import { fetchOver } from './fetch-over.js'
import { formatOf } from './format.js'
import { type NotBought, type Purchase, purchaseOf } from './offer.js'
import { lastPurchaseAt, paymentOf } from './payment-of.js'
import { type RecordTools, recordDelivery } from './record.js'
import {
  BUDGET,
  monthlyLimit,
  monthOf,
  purchaseKey,
  type SpotCheckSettings,
} from './settings.js'
import { storeLedger } from './store-ledger.js'

export type SpotCheckStore = Pick<
  Store,
  | 'appendEvidence'
  | 'evidenceOf'
  | 'spendEvents'
  | 'appendSpendEvents'
  | 'reserveBudget'
  | 'releaseBudget'
>

export type SpotCheckTools = RecordTools & {
  readonly store: SpotCheckStore
  /** Carries payments: see SafeFetchOptions. */
  readonly fetch: SafeFetch
  readonly clock: () => number
  /** A new official client, with the small wallet's key: one has one guard. */
  readonly client: () => x402Client
  readonly settings: SpotCheckSettings
  readonly reader?: AuthorizationReader | undefined
}

export type SpotCheckTarget = {
  readonly url: string
  readonly method: 'GET' | 'POST'
  /** The seller's own declared sample, for POST. */
  readonly body?: string | undefined
}

export type SpotCheck =
  | { readonly outcome: 'bought'; readonly data: DeliveryData }
  | {
      readonly outcome: 'not_bought'
      readonly why: NotBought
      readonly detail: string
    }

/**
 * Layer L3: buys once from a seller with our own small wallet, through the
 * official client and our own guard, and keeps what was delivered as evidence.
 * The budget is reserved before anything is signed, and what is signed stands
 * in the store before it leaves: a kill at any moment pays at most once.
 */
export async function spotCheck(
  target: SpotCheckTarget,
  tools: SpotCheckTools,
): Promise<SpotCheck> {
  const { store, settings, now } = tools
  const resource = resourceOf(target.method, target.url)
  if (resource === undefined) return no('no_offer', 'not an http(s) URL')
  if (settings.own_hosts.includes(new URL(target.url).origin))
    return no('own', 'a host of our own')
  const purchase = await priced(target, tools)
  if (typeof purchase === 'string') return no(purchase, WHY[purchase])
  const at = Math.max(now(), await lastPurchaseAt(store))
  const claim = {
    budget: BUDGET,
    month: monthOf(at),
    key: purchaseKey(resource, at),
    amount_atomic: String(purchase.amount),
    limit_atomic: String(monthlyLimit(settings)),
  }
  const reserved = await store.reserveBudget(claim)
  if (reserved === 'known') return no('known', WHY.known)
  if (reserved === 'over_limit') return no('over_budget', WHY.over_budget)
  const paid = await pay(target, purchase, { ...tools, now: () => at })
  if (!('answer' in paid)) {
    // Nothing was signed: the guard stands before the signature.
    await store.releaseBudget(BUDGET, claim.key)
    return no(paid.why, paid.detail)
  }
  const schema = await storedSchema(store, resource, now())
  const data: DeliveryData = {
    layer: 'L3',
    url: target.url,
    method: target.method,
    request_body_sha256:
      target.body === undefined ? null : sha256Hex(target.body),
    answer: paid.answer,
    format: formatOf(schema, paid.answer),
    payment: await paymentOf(store, resource, purchase, at),
  }
  await recordDelivery(resource, claim.key, data, tools)
  return { outcome: 'bought', data }
}

const WHY: Readonly<Record<NotBought, string>> = {
  no_offer: 'no offer of USDC on the network',
  too_dear: 'dearer than one purchase may be',
  own: 'pays a wallet of our own',
  known: 'bought from today already',
  over_budget: 'over the budget of the month',
  refused: 'the guard refused',
  not_charged: 'the seller answered without being paid',
}

function no(why: NotBought, detail: string): SpotCheck {
  return { outcome: 'not_bought', why, detail }
}

async function priced(
  { url, method, body }: SpotCheckTarget,
  { fetch, clock, settings }: SpotCheckTools,
): Promise<Purchase | NotBought> {
  const seen = probeOf(
    await collectChallenge(
      { url, method, ...(body !== undefined && { body }) },
      { fetch, clock },
    ),
  )
  return seen?.outcome === 'response'
    ? purchaseOf(readChallenge(seen).offers, settings)
    : 'no_offer'
}

type Paid =
  | { readonly answer: DeliveryAnswer }
  | { readonly why: 'refused' | 'not_charged'; readonly detail: string }

async function pay(
  { url, method, body }: SpotCheckTarget,
  { network, pay_to, amount }: Purchase,
  tools: SpotCheckTools,
): Promise<Paid> {
  let last: FetchResult | undefined
  let signed = false
  const through = fetchOver(tools.fetch, (result) => {
    last = result
  })
  const buy = wrapFetchWithPayment(
    ...guarded(through, tools.client(), {
      policy: { ...policyFor(url, tools.settings) },
      networks: [network],
      ledger: storeLedger(tools.store),
      reader: tools.reader,
      now: tools.now,
      on_event: ({ type }) => {
        if (type === 'signed') signed = true
      },
    }),
  )
  const expect = { max_price_usd: atomicToUsd(amount), pay_to, network }
  try {
    const answer = await buy(
      url,
      withCall({ method, body: body ?? null }, { expect }),
    )
    await answer.body?.cancel()
  } catch (error) {
    if (!signed) return { why: 'refused', detail: reasonOf(error) }
  }
  if (!signed) return { why: 'not_charged', detail: WHY.not_charged }
  return { answer: last === undefined ? { outcome: 'lost' } : answerOf(last) }
}

/** The defaults hold, but for a name that the operator vouches for. */
function policyFor(url: string, { vouched }: SpotCheckSettings): object {
  const { protocol, hostname, port } = new URL(url)
  const named = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
  return vouched.includes(named)
    ? { require_https: false, rulebooks: { destination: { block: 'note' } } }
    : {}
}

function reasonOf(error: unknown): string {
  if (error instanceof PaymentBlocked || error instanceof PaymentHeld)
    return error.report.reasons[0]?.text ?? error.message
  return error instanceof Error ? error.message : 'the client failed'
}
