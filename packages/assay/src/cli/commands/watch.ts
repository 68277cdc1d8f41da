import { safeText } from '@assay402/core'
import type { Store } from '../../store/store.js'
import { createWatch, WatchRefused } from '../../watch/create-watch.js'
import { isLookedAt } from '../../watch/is-looked-at.js'
import { CliError, EXIT } from '../exit.js'
import { write } from '../terminal.js'
import type { World } from '../world.js'
import { readAllowHosts } from './check-options.js'

/** Watches of the person at the terminal belong to one owner. */
const OWNER = 'cli'

export type WatchAddFlags = {
  readonly webhook: string
  readonly allowHost: readonly string[]
  readonly json?: boolean
}

/** `assay watch add <subject>`: an event is sent when what is paid for changes. */
export async function watchAddCommand(
  subject: string,
  flags: WatchAddFlags,
  world: World,
  store: Store,
): Promise<number> {
  try {
    const watch = await createWatch(
      store,
      { owner: OWNER, subject, webhook: flags.webhook },
      {
        now: world.now,
        randomBytes: world.randomBytes,
        allowHosts: readAllowHosts(flags.allowHost),
      },
    )
    const text =
      flags.json === true
        ? JSON.stringify(watch)
        : `watching ${safeText(watch.subject)} as ${watch.id}, until ${new Date(watch.expires_at).toISOString()}\nsecret of its signatures, shown once: ${watch.secret}`
    await write(world.terminal.stdout, `${text}\n`)
    if (!(await isLookedAt(store, watch.subject)))
      await write(
        world.terminal.stderr,
        'assay: note: no catalog in the store lists it, so the crawler does not look at it: read one that does with assay crawl --source …\n',
      )
    return EXIT.allow
  } catch (error) {
    if (!(error instanceof WatchRefused)) throw error
    throw new CliError(
      EXIT.usage,
      `${error.field}: ${error.message}`,
      'for example: assay watch add https://api.example.com/x --webhook https://hooks.example.com/assay',
    )
  }
}

/** `assay watch list`: the watches and the newest events of each. */
export async function watchListCommand(
  flags: { readonly json?: boolean },
  world: World,
  store: Store,
): Promise<number> {
  for (const { secret: _, ...watch } of await store.watchesOf(OWNER)) {
    const events = await store.eventsOf(watch.subject, EVENTS_SHOWN)
    const text =
      flags.json === true
        ? JSON.stringify({ ...watch, events })
        : [
            `${watch.id}  ${safeText(watch.subject)} → ${safeText(watch.webhook)}`,
            ...events.map(
              ({ at, kind }) => `  ${new Date(at).toISOString()}  ${kind}`,
            ),
          ].join('\n')
    await write(world.terminal.stdout, `${text}\n`)
  }
  return EXIT.allow
}

const EVENTS_SHOWN = 10

/** `assay watch remove <id>`. */
export async function watchRemoveCommand(
  id: string,
  store: Store,
): Promise<number> {
  if (await store.dropWatch(id, OWNER)) return EXIT.allow
  throw new CliError(
    EXIT.usage,
    `there is no watch "${id}"`,
    'assay watch list shows them',
  )
}
