import { sameAddress } from '@assay402/core'
import { randomId } from '../../inspect/ids.js'
import type { Objection } from '../../store/words/receipts.js'
import { maskedUrl } from '../receipts/masked-url.js'
import type { Service } from '../service.js'
import {
  CHALLENGE_MS,
  hostIn,
  type ObjectionChallenge,
  readChallenge,
} from './challenge.js'
import { fileRefusal } from './file-proof.js'
import { refuse } from './refuse.js'
import type { ObjectionRequest } from './schemas.js'
import { isSignedBy } from './signature.js'
import { walletsOfHost } from './wallets-of-host.js'
import { plainWords } from './words.js'

type Objecting = Pick<
  Service,
  'store' | 'settings' | 'tools' | 'now' | 'randomBytes' | 'log'
>

/** Objections of one host in a day. */
const MOST_A_DAY = 20
const DAY_MS = 86_400_000

/**
 * Stores what a seller says about a host that he has proven to control. It
 * stands beside the evidence and changes no verdict. Throws ProblemError.
 */
export async function objectTo(
  service: Objecting,
  request: ObjectionRequest,
): Promise<Objection> {
  const { store, now, randomBytes, log } = service
  const host = hostIn(request.host) ?? refuse('host')
  const challenge =
    readChallenge(service, host, request.nonce) ?? refuse('nonce')
  const age = now() - Date.parse(challenge.date)
  if (age > CHALLENGE_MS || age < 0) refuse('expired')
  const text = plainWords(request.text)
  if (text === '') refuse('text')
  const about = await subjectOf(service, host, request.about ?? null)
  await refuseTooMany(service, host)
  const wallet = await proven(service, challenge, request.proof)
  const objection: Objection = {
    id: randomId(randomBytes(16)),
    at: now(),
    host,
    about,
    text,
    proof: request.proof.kind,
    wallet,
  }
  if (!(await store.saveObjection(objection, challenge.nonce))) refuse('used')
  log({ level: 'info', event: 'objection', host, id: objection.id })
  return objection
}

/** What it is about, as everybody may see it. */
async function subjectOf(
  { store }: Objecting,
  host: string,
  about: string | null,
): Promise<string | null> {
  if (about === null) return null
  if (/^[0-9a-f]{32}$/.test(about)) {
    const receipt = await store.receipt(about)
    return receipt?.host === host ? about : refuse('about')
  }
  return URL.canParse(about) && hostIn(about) === host
    ? maskedUrl(about)
    : refuse('about')
}

async function refuseTooMany(
  { store, now }: Objecting,
  host: string,
): Promise<void> {
  const newest = await store.objectionsOf(host, MOST_A_DAY)
  const since = now() - DAY_MS
  if (newest.filter(({ at }) => at > since).length >= MOST_A_DAY)
    refuse('too_many')
}

/** The wallet that signed, or null for a file. */
async function proven(
  service: Objecting,
  challenge: ObjectionChallenge,
  proof: ObjectionRequest['proof'],
): Promise<string | null> {
  if (proof.kind === 'well_known_file') {
    await refuseUnknownHost(service, challenge.host)
    const why = await fileRefusal(service, challenge)
    return why === undefined ? null : refuse('file', why)
  }
  const { wallet, signature } = proof
  if (!(await isSignedBy(wallet, challenge.text, signature)))
    refuse('signature')
  const wallets = await walletsOfHost(service.store, challenge.host)
  const known = [...wallets].find((one) => sameAddress(one, wallet))
  return known ?? refuse('wallet')
}

/** Nobody makes us fetch files of hosts that nothing is said of. */
async function refuseUnknownHost(
  { store }: Objecting,
  host: string,
): Promise<void> {
  const [endpoints, receipts, verdicts] = await Promise.all([
    store.endpointsOfHost(host),
    store.receipts({ host, limit: 1 }),
    store.verdictsOfHost(host, 0, 1),
  ])
  if (endpoints.length + receipts.length + verdicts.length === 0)
    refuse('unknown_host')
}
