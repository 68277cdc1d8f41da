/** How far outgoing money is followed; a cut is always told. */
export const HOP_LIMITS = {
  /** Hops behind the wallets that a seller paid. */
  depth: 3,
  /** Recipients of one wallet, the earliest ones. */
  recipients: 200,
  /** Wallets whose outgoing transfers are read for one seller. */
  wallets: 5_000,
} as const
