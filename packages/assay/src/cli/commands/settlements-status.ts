import { safeText } from '@assay402/core'
import { readFigures } from '../../known/settled-figures.js'
import { BASE, SOLANA } from '../../settlements/desk/readers.js'
import { sourcesOf } from '../../settlements/desk/sources.js'
import { settlementsOwner } from '../../settlements/owner-lock.js'
import type { Store } from '../../store/store.js'
import type { SettlementJob } from '../../store/words/figures.js'
import { EXIT } from '../exit.js'
import { write } from '../terminal.js'
import type { World } from '../world.js'
import { fileOf, type SettlementFlags } from './settlements-desk.js'

/** Jobs that are shown, the newest first. */
const JOBS = 10
const NETWORKS = [BASE, SOLANA] as const

type NetworkStatus = {
  readonly network: string
  /** Wallets that catalogs name. */
  readonly tracked: number
  /** By `available`, or why there are none. */
  readonly figures: Readonly<Record<string, number>>
  /** Up to when the least and the most fresh figures were read. */
  readonly oldest: string | null
  readonly newest: string | null
}

/** `assay settlements status`: who owns the rows, what is known, what is queued. */
export async function settlementsStatusCommand(
  flags: SettlementFlags,
  world: World,
  store: Store,
): Promise<number> {
  const file = fileOf(flags, world)
  const owner = settlementsOwner(file) ?? null
  const networks = await Promise.all(
    NETWORKS.map((network) => statusOf(store, network, world.now())),
  )
  const jobs = await store.settlementJobs(JOBS)
  const status = { file, owner, networks, jobs }
  const text = flags.json === true ? JSON.stringify(status) : textOf(status)
  await write(world.terminal.stdout, `${text}\n`)
  return EXIT.allow
}

async function statusOf(
  store: Store,
  network: string,
  now: number,
): Promise<NetworkStatus> {
  const tracked = await sourcesOf(store).tracked(network)
  const figures: Record<string, number> = {}
  const times: number[] = []
  for (const wallet of tracked) {
    const read = await readFigures(store, network, wallet, now)
    const state = read.status === 'available' ? read.status : read.code
    figures[state] = (figures[state] ?? 0) + 1
    if (read.status === 'available') times.push(read.at)
  }
  times.sort((a, b) => a - b)
  return {
    network,
    tracked: tracked.length,
    figures,
    oldest: textAt(times[0]),
    newest: textAt(times.at(-1)),
  }
}

function textAt(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString()
}

function textOf(status: {
  readonly file: string
  readonly owner: number | null
  readonly networks: readonly NetworkStatus[]
  readonly jobs: readonly SettlementJob[]
}): string {
  const { file, owner, networks, jobs } = status
  return [
    `${file}: ${owner === null ? 'nobody uses it' : `belongs to process ${owner}`}`,
    ...networks.map(({ network, tracked, figures, oldest, newest }) => {
      const counts = Object.entries(figures).map(([name, n]) => `${n} ${name}`)
      const span = oldest === null ? '' : `, read up to ${oldest} – ${newest}`
      return `${network}: ${tracked} wallets in catalogs; figures: ${counts.join(', ') || 'none'}${span}`
    }),
    ...jobs.map(
      ({ id, at, kind, state, detail }) =>
        `job ${id}: ${kind}, ${textAt(at)}, ${state}${detail === null ? '' : `: ${safeText(detail)}`}`,
    ),
  ].join('\n')
}
