import type { Caller, ServiceContext } from '../../answer.js'
import { ProblemError } from '../../problem.js'
import { bundleOf } from '../../quota/bundle.js'
import { type Credential, readCredential } from '../../quota/credentials.js'
import { noteTaken } from '../../quota/give-back.js'
import { IDEMPOTENT_WINDOW_MS } from '../../quota/limits.js'
import { type Counted, quotaFor } from '../../quota/quota-for.js'
import { saltedSubject } from '../../quota/subjects.js'
import { takeQuota } from '../../quota/take.js'
import type { Service, ServiceSettings } from '../../service.js'
import { type FreeAccess, isExempt } from '../access.js'
import { repeatsOf } from './repeats.js'

/** Who asks this surface: a key goes before a bundle, that before the address. */
export type Asking = Counted

/** Who sent a request. Throws a problem 401 for a key that is nobody's. */
export async function askingOf(
  c: ServiceContext,
  service: Service,
): Promise<Asking> {
  const header = (name: string) => c.req.header(name)
  const credential = await readCredential(service, header)
  const bundle = bundleOf(header, service.settings.bundleSecret)
  return asking(c.get('caller'), credential, bundle)
}

/** The same for whoever showed a key by another way. */
export function asking(
  caller: Caller,
  credential: Credential,
  bundle: Asking['bundle'] = null,
): Asking {
  if (credential.kind === 'unknown') throw new ProblemError(UNKNOWN_KEY)
  const key = credential.kind === 'key' ? credential.key : caller.key
  return { ...caller, key, bundle: bundle ?? null }
}

/** Whether a check is free: repeated, of the quota, or of an exempt key. */
export async function destinationAccess(
  c: ServiceContext,
  service: Service,
  target: unknown,
  asking: Asking,
): Promise<FreeAccess> {
  const { settings } = service
  if (isExempt(asking, settings)) return 'free'
  const key = repeatKey(target, asking, settings)
  if (repeatsOf(service).find(key) !== undefined) return 'free'
  const now = service.now()
  const claims = quotaFor('destination', 'check', asking, settings, now)
  const once = { key, until: now + IDEMPOTENT_WINDOW_MS }
  const taken = await takeQuota(service, claims, once)
  if (!taken.taken) return 'pay'
  noteTaken(c, { claims: taken.claims, onceKey: key })
  return 'free'
}

/** What makes two checks the same one. */
export function repeatKey(
  target: unknown,
  asking: Asking,
  settings: Pick<ServiceSettings, 'salt'>,
): string {
  const [claim] = quotaFor('destination', 'check', asking, settings, 0)
  const text = typeof target === 'string' ? target.trim() : ''
  return saltedSubject(
    settings.salt,
    'target',
    JSON.stringify([claim?.scope, claim?.subject, text]),
  )
}

const UNKNOWN_KEY = {
  status: 401,
  code: 'invalid_api_key',
  detail:
    'this key is not known; POST /destination/v1/keys makes one, and without a key checks are free too',
} as const
