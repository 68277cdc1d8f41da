import { readLists } from '../known/lists.js'
import { CRAWLS } from '../known/resource.js'
import { settledNetworks } from '../known/settled.js'
import { usefulness } from '../observe/failed-probes.js'
import { rotationOf } from '../observe/rotation.js'
import type { Endpoint, Observation, Store } from '../store/store.js'
import { readWatchState, type WatchState } from './state.js'
import { type Change, type Step, stepLook } from './step.js'
import { type ListMatch, stepLists } from './step-lists.js'

export type DeriveTools = {
  /** Epoch milliseconds. */
  readonly now: number
  readonly newId: () => string
}

/**
 * Makes events of what changed at endpoints since they were looked at last:
 * new observations of the crawler, and what the lists say now. Each event is
 * recorded once, for those who watch the resource and those who watch its
 * host; run twice, or by two workers, nothing is told twice. Returns how many
 * were new.
 */
export async function deriveEvents(
  store: Store,
  resourceIds: readonly string[],
  tools: DeriveTools,
): Promise<number> {
  let told = 0
  for (const id of resourceIds) {
    const endpoint = await store.endpoint(id)
    if (endpoint !== undefined) told += await deriveOne(store, endpoint, tools)
  }
  return told
}

async function deriveOne(
  store: Store,
  endpoint: Endpoint,
  tools: DeriveTools,
): Promise<number> {
  const stored = await store.watchState(endpoint.resource)
  const state = readWatchState(stored)
  // One from the future is of a clock that was wrong, and would hear of nothing.
  const before = { ...state, at: Math.min(state.at, tools.now) }
  const looked = await stepLooks(store, endpoint, before, tools.now)
  const listed = await stepListed(store, endpoint, looked.state, tools.now)
  // What happened before anybody looked is no news; being listed always is.
  const news = stored === undefined ? [] : looked.changes
  let told = 0
  for (const change of [...news, ...listed.changes])
    told += await tell(store, endpoint, change, tools)
  // Last: a crash before it tells the same changes under the same keys.
  if (JSON.stringify(listed.state) !== JSON.stringify(state))
    await store.saveWatchState(endpoint.resource, listed.state)
  return told
}

async function stepLooks(
  store: Store,
  { resource_id, method }: Endpoint,
  before: WatchState,
  now: number,
): Promise<Step> {
  const newest = await store.observationsOf({
    resource_id,
    origin: 'crawl',
    until: now,
    limit: CRAWLS,
  })
  const settled = await settledNetworks(store, resource_id)
  const history = newest.toReversed()
  let state = before
  const changes: Change[] = []
  history.forEach((observation, place) => {
    if (observation.at <= state.at) return
    const step = stepLook(state, {
      observation,
      usefulness: usefulness(observation, method),
      habit: habitAt(history, place, settled),
    })
    state = step.state
    changes.push(...step.changes)
  })
  return { changes, state }
}

function habitAt(
  history: readonly Observation[],
  place: number,
  settled: ReadonlySet<string>,
): 'rotating' | 'steady' {
  const network = history[place]?.network ?? null
  if (network === null) return 'steady'
  const soFar = history.slice(0, place + 1)
  return rotationOf(soFar, network, settled.has(network)).rotating
    ? 'rotating'
    : 'steady'
}

async function stepListed(
  store: Store,
  { host_name }: Endpoint,
  state: WatchState,
  now: number,
): Promise<Step> {
  const wallet = state.terms?.pay_to
  const addresses = wallet === undefined ? [] : [wallet]
  const { sanctions, screening, snapshots } = await readLists(
    store,
    { host: host_name, addresses },
    now,
  )
  // Without any list nothing is known, and nothing is cleared.
  if (snapshots.length === 0) return { changes: [], state }
  const matches: ListMatch[] = [
    ...sanctions.matches.map(({ address, list, entry }) => ({
      list,
      entry,
      what: address,
    })),
    ...screening.map(({ feed, entry }) => ({
      list: feed,
      entry,
      what: entry,
    })),
  ]
  return stepLists(state, {
    at: now,
    matches,
    snapshots: snapshots.map(({ id }) => id),
  })
}

async function tell(
  store: Store,
  { resource, host }: Endpoint,
  { kind, at, before, after, cause }: Change,
  { newId }: DeriveTools,
): Promise<number> {
  let told = 0
  for (const subject of [resource, host]) {
    const isNew = await store.recordEvent({
      id: newId(),
      key: `${subject}\n${resource}\n${kind}\n${cause}`,
      at,
      subject,
      kind,
      before: { resource, value: before },
      after: { resource, value: after },
    })
    if (isNew) told++
  }
  return told
}
