import { THRESHOLDS } from './data/thresholds.js'
import type { Finding } from './finding.js'
import type { Verdict } from './output.js'

/** Score and verdict. */
export type Conclusion = { readonly score: number; readonly verdict: Verdict }

/**
 * What the findings come to. `standing` says whether the host is on the
 * allowlist; without findings against it, it is trusted.
 */
export function conclude(
  findings: readonly Finding[],
  standing: 'allowlisted' | 'unlisted',
): Conclusion {
  const score = scoreOf(findings)
  const forced = (word: Finding['rule']['forces']) =>
    findings.some(({ rule }) => rule.forces === word)
  if (forced('block') || score < THRESHOLDS.block_below_score.value)
    return { score, verdict: 'block' }
  if (forced('suspicious') || score <= THRESHOLDS.suspicious_up_to_score.value)
    return { score, verdict: 'suspicious' }
  if (standing === 'unlisted' || forced('untrusted'))
    return { score, verdict: 'unknown' }
  const floor = THRESHOLDS.trusted_floor_score.value
  return { score: Math.max(score, floor), verdict: 'trusted' }
}

function scoreOf(findings: readonly Finding[]): number {
  const caps: number[] = []
  let score: number = THRESHOLDS.start_score.value
  for (const { rule } of findings) {
    if ('subtract' in rule.effect) score -= rule.effect.subtract
    else caps.push(rule.effect.cap)
    if (rule.alsoCap !== undefined) caps.push(rule.alsoCap)
  }
  return Math.min(Math.max(0, score), ...caps)
}
