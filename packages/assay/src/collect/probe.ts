import type { ChallengeAnswer, ChallengeData } from './challenge-data.js'
import { textOfBytes } from './net/text.js'

/** A challenge as the rulebooks take it: their input's `probe`. */
export type Probe =
  | {
      readonly outcome: 'response'
      readonly status: number
      readonly headers: Readonly<Record<string, string | readonly string[]>>
      readonly body: string
      readonly body_truncated: boolean
    }
  | { readonly outcome: 'timeout' }
  | {
      readonly outcome: 'unreachable' | 'refused'
      readonly detail: string
    }

/** What a probe is worth; `no_answer` is the network's own failure. */
export type ProbeState =
  | 'conclusive_ok'
  | 'conclusive_bad'
  | 'not_exercised'
  | 'blocked'
  | 'no_answer'

/**
 * The text form of a collected challenge; undefined when nothing was asked.
 * A 402 whose terms could only be in a body that never came whole counts as the
 * failure that it is, a deadline or a lost connection.
 */
export function probeOf({ answer }: ChallengeData): Probe | undefined {
  if (answer.outcome === 'not_asked') return undefined
  if (answer.outcome === 'timeout') return { outcome: 'timeout' }
  if (answer.outcome !== 'response') {
    const { outcome, detail } = answer
    return { outcome, detail }
  }
  if (isCutShort(answer))
    return answer.body_end === 'lost'
      ? { outcome: 'unreachable', detail: 'connection lost in the body' }
      : { outcome: 'timeout' }
  return {
    outcome: 'response',
    status: answer.status,
    headers: headersOf(answer),
    body: textOfBytes(Buffer.from(answer.body_base64, 'base64')),
    body_truncated: answer.body_truncated,
  }
}

/** Whether a probe counts for or against a seller, given that its challenge can be read. */
export function probeState(
  data: ChallengeData,
  hasReadableChallenge: boolean,
): ProbeState {
  const { answer } = data
  if (data.blocked_by !== null || answer.outcome === 'not_asked')
    return 'blocked'
  if (answer.outcome !== 'response') return 'no_answer'
  if (answer.status === 402 && hasReadableChallenge) return 'conclusive_ok'
  if (isCutShort(answer)) return 'no_answer'
  return NOT_EXERCISED.has(answer.status) ? 'not_exercised' : 'conclusive_bad'
}

type Response = Extract<ChallengeAnswer, { outcome: 'response' }>

// Refused before payment was asked for (method, body, login), or for now.
const NOT_EXERCISED: ReadonlySet<number> = new Set([
  400, 401, 403, 405, 411, 415, 422, 429, 501, 503,
])

function isCutShort(answer: Response): boolean {
  return (
    answer.status === 402 &&
    (answer.body_end === 'deadline' || answer.body_end === 'lost') &&
    !answer.headers.some(
      ({ name }) => name.toLowerCase() === 'payment-required',
    )
  )
}

function headersOf(answer: Response): Record<string, string | string[]> {
  const values = new Map<string, string[]>()
  for (const { name, value_base64 } of answer.headers) {
    const key = name.toLowerCase()
    const text = textOfBytes(Buffer.from(value_base64, 'base64'))
    const list = values.get(key)
    if (list === undefined) values.set(key, [text])
    else list.push(text)
  }
  // fromEntries defines own properties, so a header `__proto__` is only data.
  return Object.fromEntries(
    [...values].map(([name, list]) => [
      name,
      list.length === 1 ? list.join('') : list,
    ]),
  )
}
