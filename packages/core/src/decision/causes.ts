import { isObject, own } from '../json/value.js'

// What a rulebook found, in its own words, for the sentence of a reason. Read
// leniently: a cause is quoted and never judged.

/** A rulebook's own sentence. */
export function sentenceOf(reason: unknown): string | undefined {
  return typeof reason === 'string' ? reason : undefined
}

/** `(raw_ip, non_https)`: the codes of a list of reasons. */
export function codesOf(reasons: unknown): string | undefined {
  if (!Array.isArray(reasons)) return undefined
  const codes = reasons.flatMap((reason) => {
    const code = isObject(reason) ? own(reason, 'code') : undefined
    return typeof code === 'string' ? [code] : []
  })
  return codes.length === 0 ? undefined : `(${codes.join(', ')})`
}

/** A list of sentences as one text. */
export function sentencesOf(reasons: unknown): string | undefined {
  if (!Array.isArray(reasons)) return undefined
  return reasons.filter((reason) => typeof reason === 'string').join(' ')
}

/** The wash-trading ratio, or which feeds there were none of. */
export function tradeOf(answer: {
  readonly wash_trading_ratio?: unknown
  readonly feeds?: unknown
}): string | undefined {
  const { wash_trading_ratio: ratio, feeds } = answer
  if (typeof ratio === 'number') return `Wash-trading ratio ${ratio}.`
  if (!isObject(feeds)) return undefined
  const missing = Object.keys(feeds).filter((feed) => feeds[feed] === false)
  return missing.length === 0
    ? undefined
    : `Not to be had: ${missing.sort().join(', ')}.`
}
