import { hostKey, isGloballyReachable, resourceOf } from '@assay402/core'
import { isRefusal, readTarget } from '../collect/index.js'
import type { Watch, WatchStore } from '../store/store.js'

/** What one key may watch. */
export const WATCH_LIMITS = {
  watches: 100,
  /** How long a watch lives, in milliseconds. */
  lifetime_ms: 90 * 86_400_000,
} as const

/** A wish that cannot be granted; `field` names what was wrong with it. */
export class WatchRefused extends Error {
  readonly field: 'subject' | 'webhook' | 'owner'

  constructor(field: WatchRefused['field'], problem: string) {
    super(problem)
    this.name = 'WatchRefused'
    this.field = field
  }
}

export type WatchWish = {
  readonly owner: string
  /** `GET https://api.example.com/x`, or a host: `https://api.example.com`. */
  readonly subject: string
  readonly webhook: string
}

export type CreateWatchTools = {
  readonly now: () => number
  readonly randomBytes: (count: number) => Uint8Array
  /** `host:port` targets that may be private and without TLS. */
  readonly allowHosts?: ReadonlySet<string> | undefined
}

/** Saves a watch with a secret of its own. Throws WatchRefused. */
export async function createWatch(
  store: Pick<WatchStore, 'watchesOf' | 'saveWatch'>,
  wish: WatchWish,
  tools: CreateWatchTools,
): Promise<Watch> {
  const now = tools.now()
  const subject = subjectOf(wish.subject)
  const target = readTarget(wish.webhook, {
    ports: 'named',
    allowed: tools.allowHosts ?? new Set(),
  })
  if (isRefusal(target)) throw new WatchRefused('webhook', target.code)
  const isPrivate = isAddress(target.host) && !isGloballyReachable(target.host)
  if (isPrivate && !target.lifted)
    throw new WatchRefused('webhook', 'not a public address')
  if (target.url.protocol !== 'https:' && !target.lifted)
    throw new WatchRefused('webhook', 'not https')
  const live = (await store.watchesOf(wish.owner)).filter(
    ({ expires_at }) => expires_at > now,
  )
  if (live.length >= WATCH_LIMITS.watches)
    throw new WatchRefused(
      'owner',
      `a key has at most ${WATCH_LIMITS.watches} watches`,
    )
  const watch: Watch = {
    id: hex(tools.randomBytes(16)),
    owner: wish.owner,
    subject,
    webhook: wish.webhook,
    secret: hex(tools.randomBytes(32)),
    created_at: now,
    expires_at: now + WATCH_LIMITS.lifetime_ms,
  }
  await store.saveWatch(watch)
  return watch
}

/** Hosts come as the WHATWG rules leave them: IPv4 in four decimal parts. */
function isAddress(host: string): boolean {
  return host.includes(':') || /^[0-9.]+$/.test(host)
}

function subjectOf(written: string): string {
  const [method = '', url] = written.split(' ')
  const subject =
    url === undefined ? subjectOfUrl(written) : resourceOf(method, url)
  if (subject === undefined)
    throw new WatchRefused(
      'subject',
      'not a resource ("GET https://…") nor an origin',
    )
  return subject
}

/** An origin is watched as a host, anything under it as a GET. */
function subjectOfUrl(url: string): string | undefined {
  const host = hostKey(url)
  if (host === undefined) return undefined
  return new URL(url).href === `${host}/` ? host : resourceOf('GET', url)
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
