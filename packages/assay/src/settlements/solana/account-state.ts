import { z } from 'zod'
import type { SettlementEngine } from '../engine.js'

const place = z.object({ signature: z.string(), slot: z.int() })

const state = z.object({
  /** The newest that is read; everything from `bottom` up to it is. */
  top: place.nullable(),
  /** The oldest that is read; null: none yet. */
  bottom: place.nullable(),
  /** Until when reading back came, epoch milliseconds; null: not done. */
  back_to: z.number().nullable(),
  /** Newer ones under way: from `top` down to `at`, which is not `top` yet. */
  open: z.object({ top: place, at: place }).nullable(),
})

/** How far one token account is read. */
export type AccountState = z.output<typeof state>

export const UNREAD: AccountState = {
  top: null,
  bottom: null,
  back_to: null,
  open: null,
}

/** The state of an account of a network. */
export async function accountState(
  engine: Pick<SettlementEngine, 'cursor'>,
  network: string,
  account: string,
): Promise<AccountState> {
  const value = await engine.cursor(cursorName(network, account))
  return value === undefined ? UNREAD : state.parse(JSON.parse(value))
}

export function cursorName(network: string, account: string): string {
  return `solana ${network} ${account}`
}
