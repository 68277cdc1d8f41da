import { sql } from 'kysely'
import type { Endpoint } from '../words/catalog.js'
import type {
  FrontierStore,
  HostLease,
  HostRelease,
} from '../words/frontier.js'
import { bringBack } from './bring-back.js'
import { fromColumn, toColumn } from './column-text.js'
import { toEndpoint } from './endpoints.js'
import type { Db, Engine } from './engine.js'
import { appendLooks, evidenceRows } from './evidence.js'
import { runEach } from './run-each.js'
import type { Tables } from './tables.js'

/** Endpoints handed out with a lease: about a minute of a polite worker. */
const DUE_A_HOST = 4

type Row = Tables['endpoints']

/** Leases in SQL: see the port. */
export function frontierStore(engine: Engine): FrontierStore {
  return {
    leaseHosts: (request) => engine.write((tx) => lease(engine, tx, request)),
    takeTurn: (hostName, gapMs, holder) =>
      engine.write(async (tx) => {
        const worker = holder === undefined ? null : toColumn(holder.worker)
        const { rows } = await sql`
          insert into hosts (host_name, next_at, lease_until, lease_worker)
          values (${toColumn(hostName)}, ${engine.clock} + ${gapMs},
            ${engine.clock} + ${holder?.leaseMs ?? 0}, ${worker})
          on conflict (host_name) do update set
            next_at = excluded.next_at,
            lease_until = excluded.lease_until,
            lease_worker = excluded.lease_worker
          where hosts.next_at <= excluded.next_at - ${gapMs} and (
            hosts.lease_until <= excluded.next_at - ${gapMs}
            or hosts.lease_worker = excluded.lease_worker
          )
          returning host_name`.execute(tx)
        return rows.length > 0
      }),
    releaseHost: (one) => engine.write((tx) => release(engine, tx, [one])),
    finishVisits: async ({ evidence, looks, releases }) => {
      const rows = await evidenceRows([
        ...evidence,
        ...looks.map((look) => look.evidence),
      ])
      return engine.write(async (tx) => {
        const added = await appendLooks(engine, tx, rows, looks)
        await release(engine, tx, releases)
        return added
      })
    },
    nextDue: () =>
      engine.read(async (db) => {
        const row = await db
          .selectFrom('hosts')
          .select((eb) => eb.fn.min<number | null>('ready_at').as('at'))
          .executeTakeFirst()
        return row?.at ?? undefined
      }),
    frontierCounts: () =>
      engine.read(async (db) => {
        const { rows } = await sql<{
          due: number
          leased: number
          hosts: number
        }>`select
          (select count(*) from endpoints where due_at <= ${engine.clock}) as due,
          (select count(*) from hosts where lease_until > ${engine.clock}) as leased,
          (select count(*) from hosts) as hosts`.execute(db)
        return rows[0] ?? { due: 0, leased: 0, hosts: 0 }
      }),
  }
}

async function lease(
  engine: Engine,
  tx: Db,
  request: Parameters<FrontierStore['leaseHosts']>[0],
): Promise<HostLease[]> {
  const worker = toColumn(request.worker)
  const wish = { ...request, worker }
  let leased = await engine.frontier.lease(tx, wish)
  if (leased.length === 0 && (await bringBack(engine, tx)))
    leased = await engine.frontier.lease(tx, wish)
  const now = leased[0]?.now
  if (now === undefined) return []
  const slotStart = now - (now % request.slotMs)
  const rows = await engine.frontier.due(tx, {
    hosts: leased.map(({ host_name }) => host_name),
    now,
    slotStart,
    each: DUE_A_HOST,
  })
  const due = new Map<string, Endpoint[]>()
  for (const row of rows.sort(oldestFirst)) {
    const known = due.get(row.host_name) ?? []
    known.push(toEndpoint(row))
    due.set(row.host_name, known)
  }
  for (const { host_name } of leased)
    if (!due.has(host_name))
      await putOff(tx, host_name, now, slotStart + request.slotMs)
  return leased.flatMap(({ host_name, lease_until }) => {
    const endpoints = due.get(host_name)
    return endpoints === undefined
      ? []
      : [{ host_name: fromColumn(host_name), lease_until, due: endpoints }]
  })
}

function oldestFirst(a: Row, b: Row): number {
  const byTime = (a.due_at ?? 0) - (b.due_at ?? 0)
  if (byTime !== 0) return byTime
  return a.resource_id < b.resource_id ? -1 : 1
}

// Everything due there was crawled in this slot by a worker that did not live
// to say so: the host was not asked now and comes back in the next slot.
async function putOff(
  tx: Db,
  hostName: string,
  now: number,
  nextSlot: number,
): Promise<void> {
  await sql`update endpoints set due_at = ${nextSlot}
    where host_name = ${hostName} and due_at <= ${now}`.execute(tx)
  await sql`update hosts set next_at = ${now}, lease_until = 0, lease_worker = null,
      due_at = (select min(due_at) from endpoints where host_name = ${hostName})
    where host_name = ${hostName}`.execute(tx)
}

async function release(
  engine: Engine,
  tx: Db,
  releases: readonly HostRelease[],
): Promise<void> {
  // In one order, so that two workers never wait for each other.
  const done = releases
    .flatMap((one) => one.done)
    .sort((a, b) => (a.resource_id < b.resource_id ? -1 : 1))
    .map(({ resource_id, due_at }) => [due_at, toColumn(resource_id)])
  await runEach(engine, tx, PUT_OFF, done)
  const hosts = [...releases]
    .sort((a, b) => (a.host_name < b.host_name ? -1 : 1))
    .map(({ host_name, worker, notBefore = 0 }) => {
      const host = toColumn(host_name)
      const by = toColumn(worker)
      return [notBefore, notBefore, by, by, host, host]
    })
  await runEach(engine, tx, GIVE_BACK, hosts)
}

// What no source lists any more stays without a due time.
const PUT_OFF = `update endpoints set due_at = ?
  where resource_id = ? and due_at is not null`

const GIVE_BACK = `update hosts set
    next_at = case when next_at < ? then ? else next_at end,
    lease_until = case when lease_worker = ? then 0 else lease_until end,
    lease_worker = case when lease_worker = ? then null else lease_worker end,
    due_at = (select min(due_at) from endpoints where host_name = ?)
  where host_name = ?`
