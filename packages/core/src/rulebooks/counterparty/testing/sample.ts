export const NOW = '2026-11-30T12:00:00Z'
export const PAY_TO = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'

/** The nth test wallet, lower case. */
export function wallet(n: number): string {
  return `0x${n.toString(16).padStart(40, '0')}`
}

/** A row of a transfer list. */
export function row(
  from: string,
  to: string,
  amount: number | string,
  at = '2026-11-20T00:00:00Z',
) {
  return { from, to, amount_atomic: String(amount), at }
}

/** A settlement row of the nth wallet. */
export function paid(n: number, amount: number, at?: string) {
  return row(wallet(n), PAY_TO, amount, at)
}

/** A row of what pay_to sent to the nth wallet. */
export function sent(n: number, amount: number, at?: string) {
  return row(PAY_TO, wallet(n), amount, at)
}

/** One settlement each of wallets 1 to `count`. */
export function paidByEach(count: number, amount = 1000) {
  return Array.from({ length: count }, (_, i) => paid(i + 1, amount))
}

export const VALID_PROBE = {
  status: 'completed',
  challenge: 'valid',
  pay_to: [PAY_TO],
}

/** A whole input around a list of transfers. */
export function inputOf(
  transfers: readonly unknown[],
  other_transfers: readonly unknown[] = [],
): Record<string, unknown> {
  return {
    now: NOW,
    subject: 'https://a.example/x',
    network: 'eip155:8453',
    pay_to: PAY_TO,
    settlement: {
      status: 'available',
      source: 'rpc-logs',
      transfers,
      other_transfers,
    },
    probe: VALID_PROBE,
    excluded_wallets: [],
    self: false,
  }
}
