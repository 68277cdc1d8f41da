import {
  canonicalJson,
  type EvidenceRecord,
  isCanonicalUsdc,
  type Offer,
} from '@assay402/core'
import { observationOf } from '../crawl/observation.js'
import { NOT_COUNTED } from '../known/host.js'
import type { Pin, Store, StoredCheck } from '../store/store.js'
import { firstWallet } from './decision-input.js'
import type { Inspection } from './inspection.js'
import type { Dossier } from './questions.js'
import type { Subject } from './request.js'

/**
 * Stores a live check: its evidence, what it counts for, the wallets it saw
 * first, and its report. Nothing that the caller supplied leaves the report.
 */
export async function saveCheck(
  store: Store,
  subject: Subject,
  dossier: Dossier,
  { report, bundle }: Inspection,
  derived: readonly EvidenceRecord[],
): Promise<void> {
  await saveLook(store, dossier)
  if (derived.length > 0)
    await store.appendEvidence(
      derived.map((record) => ({
        record,
        key: `${record.kind} ${record.subject} store ${report.id}`,
      })),
    )
  for (const pin of pinsToSave(subject, dossier)) await store.savePin(pin)
  const check: StoredCheck = {
    id: report.id,
    at: Date.parse(report.as_of),
    resource_id: subject.resource_id,
    host: subject.host,
    url: subject.url,
    verdict: countedVerdict(subject, dossier),
    decision: report.decision,
    report,
    bundle: canonicalJson(bundle),
  }
  await store.saveCheck(check)
}

async function saveLook(store: Store, { seen }: Dossier): Promise<void> {
  const look = seen.own?.look
  if (look === undefined) return
  const { record, origin } = look
  const key = `challenge ${record.subject} ${record.collector.id} ${record.id}`
  const evidence = { record, key }
  const observation = observationOf(record)
  if (origin === 'shaped') await store.appendEvidence([evidence])
  if (origin === 'own' && observation !== undefined)
    await store.appendObserved([{ evidence, observation }])
}

/**
 * The verdict that counts for the host's reputation: of a probe that this check
 * made, and that no caller shaped or judged by expectations of its own.
 */
function countedVerdict(
  { resource }: Subject,
  { request, seen, known, neutral }: Dossier,
): string {
  const { own } = seen
  if (own?.look.origin !== 'own' || neutral === null) return NOT_COUNTED
  if (own.look.record.subject !== resource) return NOT_COUNTED
  // Somebody else's choice of a URL that nobody sells anything at is no verdict
  // on its host.
  const isSold =
    request.probe !== 'as_declared' ||
    own.challenge.offers.length > 0 ||
    known.resource.listings.length > 0
  return isSold ? neutral.verdict : NOT_COUNTED
}

/** One wallet a network, the first that is known of it. */
function pinsToSave(
  { resource, resource_id }: Subject,
  { seen, known, payee }: Dossier,
): Pin[] {
  const { own } = seen
  if (own === null || own.look.origin === 'shaped') return []
  // What another method asks for is not what this one does.
  if (own.look.record.subject !== resource) return []
  const since = Date.parse(own.look.record.collected_at)
  return firstOffers(own.challenge.offers)
    .filter(({ network }) => !payee.pins.has(network))
    .map(({ network, pay_to }) => {
      const { history } = known.resource
      const first = firstWallet(network, payee.pins, history)
      return { resource_id, network, ...(first ?? { pay_to, since }) }
    })
}

type Payable = { readonly network: string; readonly pay_to: string }

/** The first usable offer of each network, those in its own USDC before others. */
function firstOffers(offers: readonly Offer[]): Payable[] {
  const usable = offers.filter((offer) => offer.usable)
  const inUsdc = usable.filter(({ network, asset }) =>
    isCanonicalUsdc(network ?? '', asset ?? ''),
  )
  const first = new Map<string, Payable>()
  for (const { network, pay_to } of [...inUsdc, ...usable])
    if (network !== null && pay_to !== null && !first.has(network))
      first.set(network, { network, pay_to })
  return [...first.values()]
}
