import {
  categoryOf,
  endpointHealth,
  isInputError,
  type Rulebook,
  registrableDomain,
  termsReputation,
} from '@assay402/core'
import { MOST_CHECKS, readHost } from '../known/host.js'
import { healthOf } from '../known/lists.js'
import { readMarket, type StoredMarket } from '../known/market.js'
import { HISTORY } from '../known/resource.js'
import { settledNetworks, settledScore } from '../known/settled.js'
import { sanctionsFor } from '../lists/screening.js'
import { rotationOf } from '../observe/rotation.js'
import { type HealthSanctions, healthQuestion } from '../questions/health.js'
import { isoOf } from '../questions/iso.js'
import { type HostFacts, reputationQuestion } from '../questions/reputation.js'
import type {
  Endpoint,
  Observation,
  Store,
  StoredScore,
} from '../store/store.js'
import { inBatches, partsOf } from './in-batches.js'

/** Hosts that are read, judged and written together. */
const TOGETHER = 100

/** Which endpoints of a host are judged anew. */
export type DueHost = {
  readonly host: string
  /** Whether its reputation is computed too. */
  readonly scope: 'host' | 'endpoints'
  readonly due: ReadonlyMap<string, Endpoint>
}

/** Judges hosts and endpoints anew and writes their scores. */
export async function updateHosts(
  store: Store,
  hosts: readonly DueHost[],
  now: number,
): Promise<void> {
  const markets = memo((category: string) => readMarket(store, category, now))
  const registrations = memo((domain: string) =>
    store.registration(domain, now),
  )
  for (const part of partsOf(hosts, TOGETHER)) {
    const read = await inBatches(part, (host) => readDue(store, host, now))
    const sanctions = await readSanctions(store, read, now)
    const scores: StoredScore[] = []
    for (const one of read) {
      for (const { endpoint, crawls } of one.endpoints) {
        const domain = registrableDomain(endpoint.host_name)
        scores.push(
          ...healthScore(endpoint, crawls, {
            now,
            market: await markets(categoryOf(endpoint.tags)),
            registration:
              domain === undefined ? undefined : await registrations(domain),
            sanctions: sanctions(crawls),
          }),
          ...(await settledScores(store, endpoint, crawls, now)),
        )
      }
      if (one.facts !== undefined)
        scores.push(...reputationScore(one.facts, now))
    }
    await store.saveScores(scores)
  }
}

type ReadHost = {
  readonly facts: HostFacts | undefined
  readonly endpoints: readonly {
    readonly endpoint: Endpoint
    readonly crawls: readonly Observation[]
  }[]
}

async function readDue(
  store: Store,
  { host, scope, due }: DueHost,
  now: number,
): Promise<ReadHost> {
  const facts =
    scope === 'host'
      ? await readHost(
          store,
          host,
          await store.endpointsOfHost(host),
          now,
          MOST_CHECKS.scored,
        )
      : undefined
  const read = new Map(
    facts?.endpoints.map(({ resource_id, crawls }) => [resource_id, crawls]),
  )
  const endpoints = await inBatches([...due.values()], async (endpoint) => {
    const { resource_id } = endpoint
    const crawls =
      read.get(resource_id) ??
      (await store.observationsOf({
        resource_id,
        origin: 'crawl',
        until: now,
        limit: HISTORY,
      }))
    return { endpoint, crawls }
  })
  return { facts, endpoints }
}

type SanctionsOf = (crawls: readonly Observation[]) => HealthSanctions | null

/** One question to the list about every wallet of the part. */
async function readSanctions(
  store: Store,
  hosts: readonly ReadHost[],
  now: number,
): Promise<SanctionsOf> {
  const wallets = hosts
    .flatMap(({ endpoints }) => endpoints)
    .flatMap(({ crawls }) => walletOf(crawls) ?? [])
  const { snapshot, matches } = await sanctionsFor(store, wallets, now)
  const found = new Map(matches.map((match) => [match.address, match]))
  return (crawls) => {
    if (snapshot === null) return null
    const wallet = walletOf(crawls)
    const match = wallet === undefined ? undefined : found.get(wallet)
    return healthOf(
      snapshot,
      wallet === undefined ? 0 : 1,
      match === undefined ? [] : [match],
    )
  }
}

function walletOf(crawls: readonly Observation[]): string | undefined {
  return crawls.find(({ pay_to }) => pay_to !== null)?.pay_to ?? undefined
}

type Around = {
  readonly now: number
  readonly market: StoredMarket | undefined
  readonly registration: Awaited<ReturnType<Store['registration']>> | undefined
  readonly sanctions: HealthSanctions | null
}

function healthScore(
  { resource_id, url, method, tags }: Endpoint,
  crawls: readonly Observation[],
  { now, market, registration, sanctions }: Around,
): StoredScore[] {
  const question = healthQuestion({
    now: isoOf(now),
    url,
    method,
    tags,
    crawls,
    quotes: market?.quotes ?? [],
    registration: registration ?? { status: 'unknown', reason: 'not_stored' },
    sanctions,
  })
  const answer = endpointHealth.judge(question)
  if (isInputError(answer)) throw new Error(answer.error.message)
  return [scoreRow(endpointHealth, resource_id, now, answer.score, answer)]
}

function reputationScore(facts: HostFacts, now: number): StoredScore[] {
  const question = reputationQuestion(isoOf(now), facts)
  if (question === undefined) return []
  const answer = termsReputation.judge(question)
  if (isInputError(answer)) throw new Error(answer.error.message)
  return [scoreRow(termsReputation, facts.host, now, answer.score, answer)]
}

function scoreRow(
  { id, version }: Pick<Rulebook, 'id' | 'version'>,
  subject: string,
  now: number,
  score: number | null,
  output: object,
): StoredScore {
  return { rulebook: id, version, subject, as_of: now, score, output }
}

/** Remembers a wallet kept for 7 days before its observations are pruned. */
async function settledScores(
  store: Store,
  { resource_id }: Endpoint,
  crawls: readonly Observation[],
  now: number,
): Promise<StoredScore[]> {
  const networks = new Set(crawls.flatMap(({ network }) => network ?? []))
  const settled = [...networks].filter(
    (network) => rotationOf(crawls, network).settled,
  )
  if (settled.length === 0) return []
  const known = await settledNetworks(store, resource_id)
  if (settled.every((network) => known.has(network))) return []
  return [settledScore(resource_id, new Set([...known, ...settled]), now)]
}

function memo<Answer>(
  ask: (key: string) => Promise<Answer>,
): (key: string) => Promise<Answer> {
  const answers = new Map<string, Promise<Answer>>()
  return (key) => {
    const known = answers.get(key)
    if (known !== undefined) return known
    const answer = ask(key)
    answers.set(key, answer)
    return answer
  }
}
