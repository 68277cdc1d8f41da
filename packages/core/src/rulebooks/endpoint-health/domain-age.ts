import { publicSuffix, registrableUnder } from '../../names/registrable.js'
import { DAY_MS, floorUnits } from '../../time/instant.js'
import { knownDate } from '../../time/known-date.js'
import { type Component, earned, unknown } from './component.js'
import { AGE_STEPS } from './data.js'

/** Whole days since the registrable domain of the host was registered. */
export const domainAge: Component = {
  id: 'domain_age',
  measure: ({ input }) => {
    const { registration, now } = input
    const since =
      registration?.status === 'known'
        ? knownDate(registration.registered_at, now)
        : undefined
    if (since === undefined) return unknown('domain_age_unknown')
    const domain = ownDomainOf(input.url ?? '')
    if (domain === undefined) return unknown('domain_age_unknown')
    const days = floorUnits(now, since, DAY_MS)
    const step = AGE_STEPS.find(({ from_days }) => days >= from_days)
    return earned(step?.points ?? 0, 'domain_age', { domain, days })
  },
}

// None for a host whose name a platform gave out: the age of the platform's
// own domain says nothing about it.
function ownDomainOf(url: string): string | undefined {
  const host = hostOf(url)
  if (host === undefined) return undefined
  const found = publicSuffix(host)
  return found === undefined || found.isPrivate
    ? undefined
    : registrableUnder(host, found.suffix)
}

function hostOf(url: string): string | undefined {
  const host = hostnameOf(url).toLowerCase()
  const name = host.endsWith('.') ? host.slice(0, -1) : host
  const isNamed = name !== '' && !name.startsWith('.') && !name.includes('..')
  return isNamed ? name : undefined
}

function hostnameOf(url: string): string {
  try {
    return new URL(url).hostname
  } catch {
    return ''
  }
}
