import type { Report } from '@assay402/core/light'
import type { GuardOptions } from './options.js'
import type { PaidRequest } from './request.js'

const DEFAULT_TIMEOUT_MS = 60_000

export type PersonsAnswer = 'yes' | 'no' | 'no_answer' | 'nobody_asked'

/** Asks a person, for as long as the options say. A failing asker is no answer. */
export async function askPerson(
  { on_hold, hold_timeout_ms }: GuardOptions,
  report: Report,
  request: PaidRequest,
): Promise<PersonsAnswer> {
  if (on_hold === undefined) return 'nobody_asked'
  const waiting = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const ranOut = new Promise<PersonsAnswer>((resolve) => {
    timer = setTimeout(
      () => resolve('no_answer'),
      hold_timeout_ms ?? DEFAULT_TIMEOUT_MS,
    )
  })
  const asked = async (): Promise<PersonsAnswer> => {
    const answer = await on_hold({ report, request, signal: waiting.signal })
    // Only a true yes is one.
    return answer === true ? 'yes' : 'no'
  }
  try {
    return await Promise.race([
      asked().catch(() => 'no_answer' as const),
      ranOut,
    ])
  } finally {
    clearTimeout(timer)
    waiting.abort()
  }
}
