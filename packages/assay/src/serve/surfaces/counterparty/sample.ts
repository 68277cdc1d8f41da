import { counterparty } from '@assay402/core'
import { isoOf } from '../../../questions/iso.js'

const SELLER = '0x00000000000000000000000000000000000000a1'
const DAY_MS = 86_400_000

/**
 * A score of nobody, to see its shape for free: made up, and never of today.
 */
export function sampleScore(now: number): object {
  const at = isoOf(now - 2 * DAY_MS)
  const answer = counterparty.judge({
    now: at,
    subject: 'https://seller.example/x',
    network: 'eip155:8453',
    pay_to: SELLER,
    settlement: {
      status: 'available',
      source: 'sample',
      transfers: Array.from({ length: 12 }, (_, i) => ({
        tx: `0x${String(i).padStart(64, '0')}`,
        log_index: 0,
        from: `0x${String((i % 6) + 1).padStart(40, '0')}`,
        to: SELLER,
        amount_atomic: '10000',
        at,
      })),
      other_transfers: [],
    },
    probe: { status: 'completed', challenge: 'valid', pay_to: [SELLER] },
  })
  return { ...answer, sample: true, stale: true }
}
