import { textOfBytes } from '../../collect/index.js'
import type { Service } from '../service.js'
import type { ObjectionChallenge } from './challenge.js'

/** A file with one line needs no more. */
const LIMITS = { bodyBytes: 4_096 } as const

/**
 * Undefined when the host's file holds the nonce on a line of its own, else why
 * it does not count. A redirect is not followed: who can make a host redirect
 * need not be its owner. Counts as a probe of the host, of which there are so many
 * a minute over all callers; throws a problem 429 past them.
 */
export async function fileRefusal(
  { tools }: Pick<Service, 'tools'>,
  { file, nonce }: ObjectionChallenge,
): Promise<string | undefined> {
  await tools.admit?.(file)
  const answer = await tools.fetch({
    url: file,
    headers: { accept: 'text/plain' },
    maxRedirects: 0,
    limits: LIMITS,
  })
  if (answer.outcome !== 'response') return answer.detail || answer.code
  if (answer.status !== 200) return `status ${answer.status}`
  const lines = textOfBytes(answer.body).split(/\r?\n/)
  return lines.some((line) => line.trim() === nonce)
    ? undefined
    : 'no line of it is the nonce'
}
