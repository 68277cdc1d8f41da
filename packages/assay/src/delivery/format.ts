import { type DeclaredSchema, safeText, validateAgainst } from '@assay402/core'
import type { DeliveryAnswer, DeliveryFormat } from './delivery-data.js'

/**
 * Judges a delivered body by the output schema that the seller declares. What
 * cannot be judged is `unverified`, never a fault.
 */
export function formatOf(
  declared: DeclaredSchema | undefined,
  answer: DeliveryAnswer,
): DeliveryFormat {
  const schema = declared?.source ?? null
  const say = (result: DeliveryFormat['result'], detail: string) => ({
    ...{ schema, result, detail },
  })
  if (answer.outcome !== 'response') return say('unverified', 'no answer')
  if (answer.status < 200 || answer.status > 299)
    return say('unverified', `status ${answer.status}`)
  if (declared === undefined) return say('unverified', 'no schema is declared')
  if (answer.body_truncated) return say('unverified', 'longer than 64 KiB')
  const value = jsonOf(answer.body_base64)
  if (value === undefined) return say('mismatch', 'the body is not JSON')
  const { outcome, reason } = validateAgainst({
    ...declared,
    value: value.json,
  })
  if (outcome === 'not_compilable')
    return say('unverified', safeText(reason ?? 'the schema cannot be used'))
  return outcome === 'match'
    ? say('match', 'as declared')
    : say('mismatch', 'the body breaks the declared schema')
}

function jsonOf(base64: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(Buffer.from(base64, 'base64').toString('utf8')) }
  } catch {
    return undefined
  }
}
