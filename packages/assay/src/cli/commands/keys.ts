import {
  defaultKeyFolder,
  KeyFolderError,
} from '../../serve/receipts/key-folder.js'
import { KEY_TIMES, rotateReceiptKeys } from '../../serve/receipts/keys.js'
import { CliError, EXIT } from '../exit.js'
import { write } from '../terminal.js'
import type { World } from '../world.js'

export type KeysFlags = { readonly keys?: string }

/** `assay keys rotate`: a new key for receipts; the old ones stay known. */
export async function rotateKeysCommand(
  flags: KeysFlags,
  { terminal, now }: World,
): Promise<number> {
  const folder = flags.keys ?? defaultKeyFolder(terminal.env)
  try {
    const { path, key } = rotateReceiptKeys({ folder, now })
    const from = new Date(key.createdAt + KEY_TIMES.ahead).toISOString()
    await write(
      terminal.stdout,
      `${key.jwk.kid}\n  in ${path}\n  published at once, signs from ${from}; running services notice it by themselves\n`,
    )
    return EXIT.allow
  } catch (error) {
    if (!(error instanceof KeyFolderError)) throw error
    throw new CliError(EXIT.unavailable, error.message)
  }
}
