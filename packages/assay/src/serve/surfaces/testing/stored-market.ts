import type { StoredFigures } from '../../../known/settled-shape.js'
import { isoOf } from '../../../questions/iso.js'
import type { Listing, Store } from '../../../store/store.js'
import { NOON } from './surface-bench.js'

const DAY_MS = 86_400_000

/** Writes a whole reading of a catalog into the store. */
export async function list(
  store: Store,
  listings: readonly Listing[],
  at: number = NOON,
): Promise<void> {
  const pass = await store.beginPass('bazaar', at)
  await store.recordListings(pass, listings, at)
  await store.finishPass(pass, {
    finished_at: at,
    reported_total: listings.length,
    read: listings.length,
    kept: listings.length,
    excluded: {},
    status: 'complete',
    detail: '',
  })
}

/** Settlements of one wallet: so many buyers that paid 0.01 twice each. */
export function figuresOf(
  wallet: string,
  buyers: number,
  at: number,
): StoredFigures {
  const transfers = Array.from({ length: 2 * buyers }, (_, i) => ({
    tx: `0x${String(i).padStart(64, '0')}`,
    log_index: 0,
    from: `0x${String((i % buyers) + 1).padStart(40, '0')}`,
    to: wallet,
    amount_atomic: '10000',
    at: isoOf(at - DAY_MS),
  }))
  const volume = String(2 * buyers * 10_000)
  const span = { from: isoOf(at - 30 * DAY_MS), to: isoOf(at) }
  return {
    status: 'available',
    settlement: {
      status: 'available',
      source: 'rpc-logs',
      transfers,
      other_transfers: [],
    },
    excluded_wallets: [],
    self: false,
    activity: {
      source: 'settlements_30d',
      first_seen: isoOf(at - 29 * DAY_MS),
      total_tx_count: 2 * buyers,
      unique_payers: buyers,
      completed_flows: null,
      abandoned_flows: null,
      refund_count: 1,
      refund_eligible_volume_atomic: '0',
      daily: [],
    },
    lists: {
      window: span,
      covered: span,
      totals: {
        volume_atomic: volume,
        washed_volume_atomic: '0',
        settlements: 2 * buyers,
        buyers,
        real_buyers: buyers,
        repeat_buyers: buyers,
      },
      top_payer_share: 0.1,
      payers: [],
      payers_left_out: 0,
      daily: [],
      loops: [],
      multi_hop: { washed_volume_atomic: '0', wallets: [] },
      refunds: { count: 0, volume_atomic: '0' },
      cohorts: [],
      cut: null,
    },
  }
}

/** Stores what the settlements of a wallet on Base say. */
export async function settle(
  store: Store,
  wallet: string,
  figures: StoredFigures,
  at: number,
): Promise<void> {
  await store.saveFigures([
    { network: 'eip155:8453', wallet: wallet.toLowerCase(), at, figures },
  ])
}
