import type { ApiKey } from '../../store/words/accounts.js'
import type { Caller } from '../answer.js'
import { ProblemError } from '../problem.js'
import type { Service } from '../service.js'
import { quotaFor } from './quota-for.js'
import { secretSha256 } from './subjects.js'
import { giveQuotaBack, quotaProblem, takeQuota } from './take.js'

/** What every key of ours begins with. */
export const KEY_PREFIX = 'pc_live_'

/** A key as it is shown, once; only its hash is kept. */
export type MintedKey = {
  readonly api_key: string
  readonly key_id: string
  readonly tier: 'free'
  readonly created_at: string
}

/**
 * Makes a free key: 192 random bits. Counts against the caller's network;
 * throws a problem (429) when that has made enough of them today.
 */
export async function mintKey(
  service: Pick<Service, 'store' | 'settings' | 'now' | 'randomBytes'>,
  caller: Caller,
  label: string | null = null,
): Promise<MintedKey> {
  const { store, settings, randomBytes } = service
  const now = service.now()
  const claims = quotaFor('keys', 'mint', caller, settings, now)
  const taken = await takeQuota(service, claims)
  if (!taken.taken) throw new ProblemError(quotaProblem(taken.exhausted, now))
  const api_key = KEY_PREFIX + Buffer.from(randomBytes(24)).toString('hex')
  const key: ApiKey = {
    id: Buffer.from(randomBytes(16)).toString('hex'),
    key_sha256: secretSha256(api_key),
    created_at: now,
    tier: 'free',
    label,
  }
  try {
    await store.saveKey(key)
  } catch (error) {
    await giveQuotaBack(service, taken.claims)
    throw error
  }
  return {
    api_key,
    key_id: key.id,
    tier: 'free',
    created_at: new Date(now).toISOString(),
  }
}
