import { destination, isInputError } from '@assay402/core'
import { domainToLookUp } from '../../../inspect/registration.js'
import { isoOf } from '../../../questions/iso.js'
import type { Answer } from '../../answer.js'
import type { Service } from '../../service.js'
import type { DestinationAnswer } from './answer.js'
import { type Asking, repeatKey } from './asking.js'
import { repeatsOf } from './repeats.js'

/**
 * Checks a host, a URL or a wallet. Whatever else the caller wrote is not taken:
 * it is neither scored nor stored. The same caller gets the same answer for 60 s.
 */
export async function checkDestination(
  service: Service,
  target: unknown,
  asking: Asking,
): Promise<Answer<DestinationAnswer>> {
  const repeats = repeatsOf(service)
  const key = repeatKey(target, asking, service.settings)
  const before = repeats.find(key)
  if (before !== undefined) return { status: 200, body: before }
  const body = repeats.keep(key, await judged(service, target))
  return { status: 200, body }
}

async function judged(
  { tools, now }: Service,
  target: unknown,
): Promise<DestinationAnswer> {
  const domain =
    typeof target === 'string' ? domainToLookUp(target, now()) : undefined
  const registration =
    domain === undefined
      ? { status: 'unknown', reason: 'not_looked_up' }
      : (await tools.registrations.find(domain)).answer
  const answer = destination.judge({ now: isoOf(now()), target, registration })
  if (isInputError(answer))
    throw new Error(`destination refused its input: ${answer.error.message}`)
  return answer
}
