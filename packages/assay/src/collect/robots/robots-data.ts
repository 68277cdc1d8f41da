import type { ChallengeAddress, ChallengeRedirect } from '../challenge-data.js'
import type { FailureCode } from '../net/fetch-types.js'
import { textOfBytes } from '../net/text.js'
import { type RobotsRules, readRobots } from './robots-rules.js'

/** The `data` of a robots record: what one authority's robots.txt was. */
export type RobotsData = {
  readonly url: string
  readonly final_url: string
  /**
   * `rules`: the body holds. `unavailable`: there is none, everything is
   * allowed. `unreachable`: it cannot be had now, nothing is allowed.
   * `refused`: our own rules forbid to connect there at all.
   */
  readonly access: 'rules' | 'unavailable' | 'unreachable' | 'refused'
  readonly status: number | null
  readonly code: FailureCode | 'too_many_redirects' | 'body_cut' | null
  readonly address: ChallengeAddress | null
  readonly redirects: readonly ChallengeRedirect[]
  /** Empty unless `rules`. */
  readonly body_base64: string
  readonly body_truncated: boolean
  /** Seconds that the server asked to be left alone; null: said nothing. */
  readonly retry_after_s: number | null
}

const EVERYTHING: RobotsRules = { allows: () => true, units: 0 }
const NOTHING: RobotsRules = { allows: () => false, units: 0 }

/** What a collected robots.txt allows. */
export function rulesOf(
  data: Pick<RobotsData, 'access' | 'body_base64' | 'body_truncated'>,
): RobotsRules {
  if (data.access === 'unreachable') return NOTHING
  if (data.access !== 'rules') return EVERYTHING
  const text = textOfBytes(Buffer.from(data.body_base64, 'base64'))
  return readRobots(data.body_truncated ? withoutLastLine(text) : text)
}

// A rule that was cut in two says something else.
function withoutLastLine(text: string): string {
  const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'))
  return end < 0 ? '' : text.slice(0, end)
}
