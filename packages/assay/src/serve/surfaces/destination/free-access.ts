import type { ServiceContext } from '../../answer.js'
import { ProblemError } from '../../problem.js'
import type { Service } from '../../service.js'
import type { FreeAccess } from '../access.js'
import { givenOf } from '../parameters.js'
import { askingOf, destinationAccess } from './asking.js'

/** Whether a request for a check is free; one that cannot be read costs nothing. */
export async function freeAccess(
  c: ServiceContext,
  service: Service,
): Promise<FreeAccess> {
  const given = await givenOf(c)
  if (!given.ok) return 'free'
  try {
    const asking = await askingOf(c, service)
    return await destinationAccess(c, service, given.value['target'], asking)
  } catch (error) {
    if (error instanceof ProblemError) return error.problem
    throw error
  }
}
