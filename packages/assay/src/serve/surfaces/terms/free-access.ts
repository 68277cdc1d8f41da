import type { ServiceContext } from '../../answer.js'
import type { Service } from '../../service.js'
import type { FreeAccess } from '../access.js'
import { givenOf } from '../parameters.js'
import { spotCheckAccess } from './limits.js'
import { readSpotCheck } from './parameters.js'

/** Whether a request for a spot check is free; a bad one costs nothing. */
export async function freeAccess(
  c: ServiceContext,
  service: Service,
): Promise<FreeAccess> {
  const given = await givenOf(c)
  if (!given.ok) return 'free'
  const read = readSpotCheck(given.value)
  if (!read.ok) return 'free'
  return spotCheckAccess(c, service, read.value)
}
