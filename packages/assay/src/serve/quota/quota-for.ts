import type { QuotaClaim } from '../../store/words/accounts.js'
import type { Caller } from '../answer.js'
import type { Bundle } from './bundle.js'
import { LIMITS, type LimitName, WINDOWS } from './limits.js'
import { clientName, saltedSubject } from './subjects.js'

/** What is counted, by surface. */
export type Operation = {
  readonly terms: 'check' | 'dry_run' | 'paid'
  readonly destination: 'check'
  readonly keys: 'mint'
}

/** Who is counted, with what only some surfaces know of him. */
export type Counted = Pick<Caller, 'address_sha256' | 'key' | 'client'> & {
  readonly paid?: Caller['paid']
  readonly bundle?: Bundle | null
}

/**
 * The limits that one operation of a caller counts against, all or none of them.
 * A caller without a client name is counted by his network alone, in both.
 */
export function quotaFor<Surface extends keyof Operation>(
  surface: Surface,
  operation: Operation[Surface],
  caller: Counted,
  settings: { readonly salt: string },
  now: number,
): QuotaClaim[] {
  const rule: RuleName = `${surface}/${operation}` as RuleName
  return RULES[rule](caller, settings.salt).map(([name, subject]) =>
    claimOf(name, subject, now),
  )
}

/** One claim of a limit, in the window that `now` lies in. */
export function claimOf(
  name: LimitName,
  subject: string,
  now: number,
): QuotaClaim {
  const { limit, window } = LIMITS[name]
  const span = WINDOWS[window]
  const from = Math.floor(now / span) * span
  return { scope: name, subject, from, until: from + span, limit }
}

type RuleName =
  | 'terms/check'
  | 'terms/dry_run'
  | 'terms/paid'
  | 'destination/check'
  | 'keys/mint'

type Rule = (
  caller: Counted,
  salt: string,
) => readonly (readonly [LimitName, string])[]

const RULES: Readonly<Record<RuleName, Rule>> = {
  'terms/check': (caller, salt) => [
    ['terms_free_client', clientOf(caller, salt)],
    ['terms_free_network', caller.address_sha256],
  ],
  'terms/dry_run': (caller, salt) => [
    ['terms_dry_client', clientOf(caller, salt)],
    ['terms_dry_network', caller.address_sha256],
  ],
  'terms/paid': ({ paid }, salt) =>
    paid === null || paid === undefined
      ? []
      : [['terms_paid_payer', payerOf(paid, salt)]],
  'destination/check': (caller, salt) => [destinationOf(caller, salt)],
  'keys/mint': ({ address_sha256 }) => [['key_mints', address_sha256]],
}

function clientOf({ client, address_sha256 }: Counted, salt: string): string {
  const name = clientName(client ?? '')
  return name === '' ? address_sha256 : saltedSubject(salt, 'client', name)
}

function payerOf(paid: NonNullable<Caller['paid']>, salt: string): string {
  const who = paid.payer?.toLowerCase() ?? paid.payment_id
  return saltedSubject(salt, 'payer', who)
}

/** A key goes before a bundle's client, that before the address. */
function destinationOf(
  { key, bundle, address_sha256 }: Counted,
  salt: string,
): readonly [LimitName, string] {
  if (key !== null) return ['destination_key', key.id]
  if (bundle === null || bundle === undefined)
    return ['destination_anonymous', address_sha256]
  const subject = saltedSubject(salt, 'bundle', bundle.client)
  return bundle.kind === 'hex'
    ? ['destination_bundle_hex', subject]
    : ['destination_bundle_other', subject]
}
