import type { StoreAccess } from '../inspect/opened-store.js'
import { isStoreError } from '../store/errors.js'
import type { Store } from '../store/store.js'
import { CliError, EXIT } from './exit.js'
import type { World } from './world.js'

/** The flags that say which store a command uses. */
export type StoreFlags = {
  /** A path, or a `postgres://` URL. */
  readonly db?: string
  /** False for `--no-store`. */
  readonly store?: boolean
}

export type CommandStore = StoreAccess & {
  /** The store, or a CliError that says why there is none. */
  readonly demand: () => Promise<Store>
  readonly close: () => Promise<void>
}

/**
 * The store of one command: `--db`, else `ASSAY_DB`, else the default file. It
 * is opened when it is first asked for. One that was named and cannot be opened
 * is an error; the default one is done without, and that is said.
 */
export function createCommandStore(
  flags: StoreFlags,
  world: Pick<World, 'terminal'>,
): CommandStore {
  const { env, stderr } = world.terminal
  const named = flags.db ?? env['ASSAY_DB']
  const noted = new Set<string>()
  const note = (text: string) => {
    if (noted.has(text)) return
    noted.add(text)
    stderr.write(`assay: note: ${text}\n`)
  }
  let opening: Promise<Opened> | undefined
  const opened = () => {
    opening ??= flags.store === false ? REFUSED : openAt(named, env)
    return opening
  }
  const open = async () => {
    const { store, why } = await opened()
    if (why !== undefined && named !== undefined) throw unusable(why)
    if (why !== undefined)
      note(`going on without a store: ${why} (--db PATH names another)`)
    return store
  }
  return {
    note,
    open,
    demand: async () => {
      const { store, why } = await opened()
      if (store !== undefined) return store
      throw unusable(why ?? 'there is none with --no-store')
    },
    close: async () => {
      await (await opening)?.store?.close()
    },
  }
}

type Opened = { readonly store?: Store; readonly why?: string }

const REFUSED: Promise<Opened> = Promise.resolve({})

async function openAt(
  named: string | undefined,
  env: World['terminal']['env'],
): Promise<Opened> {
  // The database driver is heavy: what the network can do meanwhile goes first.
  await new Promise((resolve) => setImmediate(resolve))
  const { defaultStorePath, openStore } = await import('../store/open-store.js')
  try {
    return { store: await openStore(named ?? defaultStorePath(env)) }
  } catch (error) {
    const isOurs = isStoreError(error) || isSystemError(error)
    if (!isOurs) throw error
    return { why: error.message }
  }
}

function unusable(why: string): CliError {
  return new CliError(
    EXIT.unavailable,
    `the store cannot be used: ${why}`,
    'name one by --db PATH, --db postgres://… or ASSAY_DB',
  )
}

/** Such as EACCES, EROFS, ENOTDIR from making the folder. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}

/** Runs a command that cannot do without a store, and closes it. */
export async function withStore(
  flags: StoreFlags,
  world: Pick<World, 'terminal'>,
  run: (store: Store) => Promise<number>,
): Promise<number> {
  const access = createCommandStore(flags, world)
  try {
    return await run(await access.demand())
  } finally {
    await access.close()
  }
}
