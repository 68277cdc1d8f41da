import { access } from 'node:fs/promises'
import {
  defaultStorePath,
  restoreStore,
  type Store,
} from '../../store/index.js'
import { CliError, EXIT } from '../exit.js'
import { write } from '../terminal.js'
import type { World } from '../world.js'

/** `assay backup FILE`: a consistent copy while others go on. */
export async function backupCommand(
  file: string,
  world: World,
  store: Store,
): Promise<number> {
  await refuseIfThere(file)
  await store.backup(file)
  await write(world.terminal.stdout, `backed up to ${file}\n`)
  return EXIT.allow
}

/** `assay restore FILE`: into a store that is not there yet. */
export async function restoreCommand(
  file: string,
  flags: { readonly db?: string },
  world: World,
): Promise<number> {
  const { env } = world.terminal
  const target = flags.db ?? env['ASSAY_DB'] ?? defaultStorePath(env)
  await restoreStore(file, target)
  await write(world.terminal.stdout, `restored into ${target}\n`)
  return EXIT.allow
}

async function refuseIfThere(file: string): Promise<void> {
  try {
    await access(file)
  } catch {
    return
  }
  throw new CliError(
    EXIT.usage,
    `${file} is there already`,
    'name a file that does not exist: a backup overwrites nothing',
  )
}
