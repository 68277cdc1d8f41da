import { type FetchResult, headerText } from '../collect/index.js'
import type { DeliveryAnswer } from './delivery-data.js'

/** A fetch result as a delivery record keeps it. */
export function answerOf(result: FetchResult): DeliveryAnswer {
  if (result.outcome !== 'response')
    return { outcome: result.outcome, code: result.code }
  return {
    outcome: 'response',
    status: result.status,
    content_type: headerText(result.headers, 'content-type') ?? null,
    body_base64: Buffer.from(result.body).toString('base64'),
    body_truncated: result.bodyEnd !== 'complete',
  }
}
