import { mapNetwork, type SpendPolicy } from '@assay402/core/light'

/** The networks that a payment may use: allowed, and signable here. */
export type Networks = {
  readonly accepted: () => readonly string[]
  /** Learns that a client signs for a network or a pattern (`eip155:*`). */
  readonly learn: (pattern: string) => void
}

export function createNetworks(
  { allowed_networks }: SpendPolicy,
  given: readonly string[] | undefined,
): Networks {
  const patterns = new Set(given?.map((name) => mapNetwork(name).id))
  let accepted: readonly string[] | undefined
  return {
    accepted: () => {
      accepted ??=
        given === undefined && patterns.size === 0
          ? allowed_networks
          : allowed_networks.filter((id) => isSignable(id, patterns))
      return accepted
    },
    learn: (pattern) => {
      // What the caller said stands.
      if (given !== undefined) return
      patterns.add(mapNetwork(pattern).id)
      accepted = undefined
    },
  }
}

function isSignable(id: string, patterns: ReadonlySet<string>): boolean {
  for (const pattern of patterns) {
    if (pattern === id) return true
    if (pattern.endsWith('*') && id.startsWith(pattern.slice(0, -1)))
      return true
  }
  return false
}
