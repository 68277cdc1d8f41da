import { type JsonObject, own } from '@assay402/core/light'
import { guardReason, type ReportReason } from '../guard-reasons.js'

/**
 * What is approved is signed by software of somebody else, in any language: an
 * entry that another reader could take for other terms is not approved. Some
 * readers turn text into numbers, and some ignore the letter case of names.
 */
export function twoReadings(entry: JsonObject): ReportReason[] {
  const detail = validity(entry) ?? secondName(entry)
  return detail === undefined ? [] : [guardReason('two_readings', { detail })]
}

const NAMES: readonly string[] = [
  'scheme',
  'network',
  'asset',
  'amount',
  'maxAmountRequired',
  'payTo',
  'maxTimeoutSeconds',
  'extra',
]
const BY_LOWER_CASE = new Map(NAMES.map((name) => [name.toLowerCase(), name]))

function validity(entry: JsonObject): string | undefined {
  const seconds = own(entry, 'maxTimeoutSeconds') ?? 0
  return Number.isSafeInteger(seconds) && (seconds as number) >= 0
    ? undefined
    : 'maxTimeoutSeconds is no whole number of seconds'
}

function secondName(entry: JsonObject): string | undefined {
  for (const name of Object.keys(entry)) {
    const known = BY_LOWER_CASE.get(name.toLowerCase())
    if (known !== undefined && known !== name)
      return `it has a ${name} that may be taken for ${known}`
  }
  return undefined
}
