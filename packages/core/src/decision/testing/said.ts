import { type Decision, decide } from '../decide.js'

/** The decision and, of each reason, its word and code. */
export function said(input: unknown): [string, ...string[]] {
  const answer = decide(input)
  if ('error' in answer) return [`error ${answer.error.path}`]
  return [
    answer.decision,
    ...answer.reasons.map((reason) => `${reason.decision} ${reason.code}`),
  ]
}

/** The first reason of a code, whole. */
export function reason(input: unknown, code: string) {
  return (decide(input) as Decision).reasons.find((each) => each.code === code)
}
