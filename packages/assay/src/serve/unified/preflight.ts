import { createHash } from 'node:crypto'
import { defaultPolicy, type Report } from '@assay402/core'
import { inspect } from '../../inspect/inspect.js'
import { NotInspectable } from '../../inspect/inspection.js'
import type { InspectRequest } from '../../inspect/request.js'
import type { InspectTools } from '../../inspect/tools.js'
import type { Caller } from '../answer.js'
import type { Metrics } from '../http/metrics.js'
import { ProblemError } from '../problem.js'
import { claimsOfReport } from '../receipts/claims.js'
import { giveReceipt, type ReceiptToGive } from '../receipts/give-receipt.js'
import { summaryOfReport } from '../receipts/summary.js'
import type { Service } from '../service.js'
import { isAllowedHost } from '../surfaces/allowed-host.js'
import { createBounded } from './bounded.js'
import { createCheckRate } from './check-rate.js'
import { createKept, createOnce } from './kept.js'
import { bodySha256, type PreflightRequest } from './preflight-request.js'
import { createReceiptQueue } from './receipt-queue.js'
import { EXAMPLE } from './schemas.js'

/** For how long the same question has the same answer, in milliseconds. */
export const REUSED_MS = 5_000

/** An answer as it goes out, and for how long it may go out again. */
export type ReadyAnswer = {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The same. */
  readonly text: string
  readonly report: Report
  readonly until: number
}

export type Preflight = {
  /** Throws ProblemError. */
  readonly answer: (
    request: PreflightRequest,
    caller: Caller,
  ) => Promise<ReadyAnswer>
  /** What was given for these very bytes of a request a moment ago. */
  readonly ready: (digest: string) => ReadyAnswer | undefined
  readonly keep: (digest: string, answer: ReadyAnswer) => void
  /** Resolves when every receipt that was given is stored. */
  readonly drained: () => Promise<void>
}

type Judged = {
  readonly report: Report
  readonly receipt: ReceiptToGive
  /** The report as JSON, without its closing brace. */
  readonly open: string
  readonly until: number
}

const MOST_KEPT = 1_000

/** Inspections under way at once, and those that may wait for their turn. */
const AT_ONCE = 64
const MOST_WAITING = 512

/**
 * Inspects for callers we do not know. The same question within 5 s gets the
 * same report, for the same audience the same receipt; while it is being judged
 * all who ask wait for that one judgement.
 */
export function createPreflight(service: Service, metrics: Metrics): Preflight {
  const { clock, tools } = service
  const judgedOnce = createOnce<Judged>()
  const signedOnce = createOnce<ReadyAnswer>()
  const judged = createKept<Judged>(MOST_KEPT, clock)
  const signed = createKept<ReadyAnswer>(MOST_KEPT, clock)
  const ready = createKept<ReadyAnswer>(MOST_KEPT, clock)
  const bounded = createBounded(AT_ONCE, MOST_WAITING)
  const rate = createCheckRate(service)
  const queue = createReceiptQueue(service)
  const giver = { ...service, store: { ...service.store, ...queue } }

  const judge = (
    key: string,
    request: InspectRequest,
    { body, caller }: { body: unknown; caller: Caller },
  ) => {
    const old = judged.get(key)
    if (old !== undefined) return Promise.resolve(old)
    return judgedOnce(key, async () => {
      rate(caller)
      const { report } = await bounded(() => inspected(request, tools))
      metrics.preflight('judged')
      metrics.decided(report.decision)
      const made: Judged = {
        report,
        receipt: receiptOf(report, request, body),
        open: JSON.stringify(report).slice(0, -1),
        until: clock() + REUSED_MS,
      }
      judged.set(key, made, made.until)
      return made
    })
  }

  const sign = async (one: Judged, options: Options): Promise<ReadyAnswer> => {
    const { claims } = one.receipt
    const { jws } = await giveReceipt(giver, {
      ...one.receipt,
      claims: claims && { ...claims, ...options },
    })
    metrics.preflight('signed')
    const text = `${one.open},"receipt":${JSON.stringify(jws)}}`
    return {
      text,
      bytes: new TextEncoder().encode(text),
      report: one.report,
      until: one.until,
    }
  }

  return {
    ready: (digest) => ready.get(digest),
    keep: (digest, answer) => ready.set(digest, answer, answer.until),
    drained: queue.drained,
    answer: async (asked, caller) => {
      const { body, options: chosen, ...rest } = asked
      const request = inspectRequestOf(asked, service)
      const hash = bodySha256(body)
      const { audience, expires_in, ...judgedBy } = chosen ?? {}
      const key = digestOfText(JSON.stringify([rest, judgedBy, hash]))
      const one = await judge(key, request, { body: hash, caller })
      const options = optionsOf(audience, expires_in)
      const signedKey = `${key} ${one.report.id} ${JSON.stringify(options)}`
      const old = signed.get(signedKey)
      if (old !== undefined) return old
      return signedOnce(signedKey, async () => {
        const made = await sign(one, options)
        signed.set(signedKey, made, made.until)
        return made
      })
    },
  }
}

/** A digest of text that is quick to make: a key, nothing that is signed. */
export function digestOfText(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

type Options = {
  readonly aud?: string | undefined
  readonly expires_in?: number | undefined
}

function optionsOf(
  audience: string | null | undefined,
  expires_in: number | null | undefined,
): Options {
  return {
    aud: audience ?? undefined,
    expires_in: expires_in ?? undefined,
  }
}

function inspectRequestOf(
  {
    url,
    method,
    challenge,
    expected,
    policy,
    rulebooks,
    options,
  }: PreflightRequest,
  { settings }: Service,
): InspectRequest {
  return {
    url,
    method: method ?? 'GET',
    challenge: challenge ?? undefined,
    expected: {
      price_usd: expected?.price_usd ?? undefined,
      pay_to: expected?.pay_to ?? undefined,
      network: expected?.network ?? undefined,
    },
    check_expiry: options?.check_expiry ?? false,
    skew_s: options?.skew_s ?? 30,
    policy: policy ?? defaultPolicy,
    rulebooks: rulebooks ?? undefined,
    vouched: isAllowedHost(url, settings.allowHosts),
    registration: 'look_up',
    probe: 'as_declared',
  }
}

async function inspected(request: InspectRequest, tools: InspectTools) {
  try {
    return await inspect(request, tools)
  } catch (error) {
    if (!(error instanceof NotInspectable)) throw error
    throw new ProblemError({
      status: 400,
      code: 'invalid_request',
      detail: 'url: not an http(s) URL of a resource',
      field: 'url',
      example: EXAMPLE.url,
    })
  }
}

function receiptOf(
  report: Report,
  request: InspectRequest,
  body_sha256: unknown,
): ReceiptToGive {
  const { resource, resource_id, host } = report.subject
  const surface = 'preflight'
  const { surface: _, ...claims } = claimsOfReport(report, { surface })
  const expected = Object.values(request.expected ?? {})
  // By his own rules, too, a caller could have a host blocked or praised here.
  const isOwn =
    request.challenge === undefined &&
    request.policy === defaultPolicy &&
    request.rulebooks === undefined &&
    !request.check_expiry &&
    expected.every((field) => field === undefined)
  return {
    surface,
    resource_id,
    url: resource.slice(resource.indexOf(' ') + 1),
    host,
    verdict: report.decision,
    reason_code: report.reasons[0]?.code ?? null,
    report_id: report.id,
    summary: summaryOfReport(report, isOwn ? 'observed' : 'supplied'),
    claims: { ...claims, subject: { ...report.subject, body_sha256 } },
  }
}
