import { counterparty } from '@assay402/core'
import type { Answer } from '../../answer.js'

/** The envelope of an answer that there is none of: nothing is settled for it. */
export type Unavailable = {
  readonly error: {
    readonly code: 'ANSWER_UNAVAILABLE'
    readonly message: string
    /** Seconds, 60 to 86 400. */
    readonly retry_after: number
    /** Ours: why. */
    readonly why: Why
  }
}

export type Why = 'not_listed' | 'not_scored' | 'delisted'

/** Seconds until asking again can help: probes are daily, lists are too. */
const RETRY: Readonly<Record<Why, number>> = {
  not_listed: 86_400,
  not_scored: 21_600,
  delisted: 3_600,
}

const CODE = 'ANSWER_UNAVAILABLE'

/** 503 with the time to wait in body and header. */
export function unavailable(why: Why): Answer<Unavailable> {
  const least = seconds('retry_after_min')
  const most = seconds('retry_after_max')
  const retry_after = Math.min(Math.max(RETRY[why], least), most)
  return {
    status: 503,
    body: {
      error: {
        code: CODE,
        message: counterparty.reasons[CODE]?.text ?? CODE,
        retry_after,
        why,
      },
    },
    headers: { 'retry-after': String(retry_after) },
  }
}

function seconds(name: string): number {
  return Number(counterparty.thresholds[name]?.value)
}
