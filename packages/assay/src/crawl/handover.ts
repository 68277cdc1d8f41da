/**
 * Leases of a host that go to a redirect of this process that waits for its
 * turn there: the host's own work, of which there may be much, waits for once.
 */
export type Handover = {
  /** True: somebody has waited and takes the lease over. */
  readonly offer: (hostName: string) => boolean
  /** True when a lease was handed over before `pause` ended. */
  readonly wait: (hostName: string, pause: Promise<void>) => Promise<boolean>
}

export function createHandover(): Handover {
  const waiting = new Map<string, Set<() => void>>()
  const leave = (hostName: string, take: () => void) => {
    const others = waiting.get(hostName)
    others?.delete(take)
    if (others?.size === 0) waiting.delete(hostName)
  }
  return {
    offer(hostName) {
      const [first] = waiting.get(hostName) ?? []
      first?.()
      return first !== undefined
    },
    wait: (hostName, pause) =>
      new Promise((resolve) => {
        const take = () => {
          leave(hostName, take)
          resolve(true)
        }
        waiting.set(hostName, (waiting.get(hostName) ?? new Set()).add(take))
        pause.then(() => {
          leave(hostName, take)
          resolve(false)
        })
      }),
  }
}
