import type { World } from '../cli/world.js'

/** Probes that one host gets a minute at most, over all callers. */
const PROBES = 30
const MINUTE_MS = 60_000

/** Waits until a host may be probed again. */
export type HostPace = (host: string) => Promise<void>

/** Keeps live checks of one process polite; hosts do not wait for each other. */
export function createHostPace({
  clock,
  sleep,
}: Pick<World, 'clock' | 'sleep'>): HostPace {
  const turns = new Map<string, number[]>()
  return async (host) => {
    const taken = turns.get(host) ?? []
    turns.set(host, taken)
    const now = clock()
    if (turns.size > MOST_HOSTS) forgetIdle(turns, now)
    const earliest = taken.length < PROBES ? now : (taken[0] ?? now) + MINUTE_MS
    const turn = Math.max(now, earliest)
    taken.push(turn)
    if (taken.length > PROBES) taken.shift()
    if (turn > now) await sleep(turn - now)
  }
}

/** Beyond so many, hosts that were not asked for a minute are forgotten. */
const MOST_HOSTS = 10_000

function forgetIdle(turns: Map<string, readonly number[]>, now: number): void {
  for (const [host, taken] of turns) {
    const last = taken.at(-1)
    if (last !== undefined && last <= now - MINUTE_MS) turns.delete(host)
  }
}
