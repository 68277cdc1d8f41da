import type { EvidenceRecord } from '@assay402/core'
import type { SettledFigures } from '../known/settled-figures.js'
import type { Known, KnownPayee } from './known.js'
import type { Subject } from './request.js'
import { type SealTools, sealed } from './seal.js'

/** What was read from the store and had a part in the answer. */
const fromStore = { id: 'store', version: '1' } as const

/**
 * Records of what the store said, so that a report names it: the listing, the
 * lists that were asked, the market of the category, the settlement figures.
 */
export function derivedEvidence(
  subject: Subject,
  { resource, market }: Known,
  { lists, settled }: KnownPayee,
  addresses: readonly string[],
  tools: SealTools,
): EvidenceRecord[] {
  const records: EvidenceRecord[] = []
  const [listing] = resource.listings
  const { resource: name } = subject
  if (listing !== undefined)
    records.push(
      sealed(
        { kind: 'listing', subject: name, collector: fromStore, data: listing },
        tools,
      ),
    )
  const { sanctions, screening, feeds } = lists
  const others = lists.snapshots.filter(({ id }) => !isOf(feeds, id))
  if (others.length > 0)
    records.push(
      sealed(
        {
          kind: 'sanctions',
          subject: name,
          collector: fromStore,
          data: { addresses, sanctions, lists: others },
        },
        tools,
      ),
    )
  if (feeds.length > 0)
    records.push(
      sealed(
        {
          kind: 'screening',
          subject: name,
          collector: fromStore,
          data: { addresses, screening, lists: feeds },
        },
        tools,
      ),
    )
  if (market !== null)
    records.push(
      sealed(
        {
          kind: 'price_context',
          subject: name,
          collector: fromStore,
          data: market,
        },
        tools,
      ),
    )
  if (settled?.status === 'available')
    records.push(
      sealed(
        {
          kind: 'settlement_summary',
          subject: name,
          collector: fromStore,
          data: summaryOf(settled),
          at: settled.at,
        },
        tools,
      ),
    )
  return records
}

function isOf(lists: readonly { readonly id: string }[], id: string): boolean {
  return lists.some((list) => list.id === id)
}

/** The rows themselves are in the inputs of the rulebooks. */
function summaryOf({ lists, self, excluded_wallets }: SettledFigures): object {
  const { window, covered, totals, top_payer_share, refunds, cut } = lists
  const { washed_volume_atomic, wallets } = lists.multi_hop
  return {
    ...{ window, covered, totals, top_payer_share, refunds, cut },
    multi_hop: { washed_volume_atomic, wallets: wallets.length },
    cohorts: lists.cohorts.length,
    ...{ self, excluded_wallets },
  }
}
