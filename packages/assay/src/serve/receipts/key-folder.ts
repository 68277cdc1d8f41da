import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { basename, isAbsolute, join } from 'node:path'
import { keyText, type ReceiptKey, readKeyText } from './key-file.js'

/** The folder or a file in it cannot be used; the message says what to do. */
export class KeyFolderError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'KeyFolderError'
  }
}

/** `ASSAY_KEYS`, else `$XDG_DATA_HOME/assay/keys` or the same under `~/.local/share`. */
export function defaultKeyFolder(
  env: Readonly<Record<string, string | undefined>>,
): string {
  const named = env['ASSAY_KEYS']
  if (named !== undefined && named !== '') return named
  const given = env['XDG_DATA_HOME']
  const data =
    given !== undefined && isAbsolute(given)
      ? given
      : join(env['HOME'] ?? homedir(), '.local', 'share')
  return join(data, 'assay', 'keys')
}

/** Makes the folder, for its owner alone, if it is not there. */
export function makeKeyFolder(folder: string): void {
  guarded(folder, () => {
    const made = mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (made !== undefined) chmodSync(folder, 0o700)
  })
  refuseLoose(folder, statOf(folder))
}

/**
 * The keys of a folder, oldest first. Throws KeyFolderError when others may
 * read a key, or when a file is no key.
 */
export function readKeyFolder(folder: string): readonly ReceiptKey[] {
  const names = guarded(folder, () => readdirSync(folder))
    .filter((name) => name.endsWith(SUFFIX) && !name.startsWith('.'))
    .slice(0, LIMITS.files)
  return names
    .map((name) => readKeyFile(join(folder, name)))
    .sort(
      (a, b) => a.createdAt - b.createdAt || (a.jwk.kid < b.jwk.kid ? -1 : 1),
    )
}

/** Writes a key whole or not at all, readable by its owner alone; its path. */
export function writeKeyFile(folder: string, key: ReceiptKey): string {
  const day = new Date(key.createdAt).toISOString().slice(0, 10)
  const path = join(folder, `${day}-${key.jwk.kid}${SUFFIX}`)
  writePrivate(folder, path, keyText(key))
  return path
}

/**
 * The text of a private file of the folder; the first process that asks writes
 * `fresh`, and everybody gets that.
 */
export function privateText(
  folder: string,
  name: string,
  fresh: () => string,
): string {
  const path = join(folder, name)
  makeKeyFolder(folder)
  try {
    writePrivate(folder, path, fresh())
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
  return readPrivate(path)
}

const SUFFIX = '.jwk'
const LIMITS = { files: 64, bytes: 8_192 } as const

function readKeyFile(path: string): ReceiptKey {
  const text = readPrivate(path)
  try {
    return readKeyText(text)
  } catch (error) {
    throw new KeyFolderError(
      `${path}: ${(error as Error).message}; move it away, or make one by: assay keys rotate`,
    )
  }
}

function readPrivate(path: string): string {
  const stats = statOf(path)
  refuseLoose(path, stats)
  if (stats.size > LIMITS.bytes)
    throw new KeyFolderError(`${path} is too long to be a key`)
  return guarded(path, () => readFileSync(path, 'utf8'))
}

/** By a link: it never replaces, and nobody sees half a file. */
function writePrivate(folder: string, path: string, text: string): void {
  const draft = join(folder, `.${basename(path)}.${process.pid}.draft`)
  const file = guarded(folder, () => openSync(draft, 'w', 0o600))
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  try {
    linkSync(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Bits that nobody but owner and (to read) group may have. */
const LOOSE = 0o027

function refuseLoose(path: string, stats: Stats): void {
  if (process.platform === 'win32' || (stats.mode & LOOSE) === 0) return
  const right = stats.isDirectory() ? '700' : '600'
  throw new KeyFolderError(
    `others may use ${path}, which holds keys; do: chmod ${right} ${path}`,
  )
}

function statOf(path: string): Stats {
  return guarded(path, () => statSync(path))
}

function guarded<Result>(path: string, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    throw new KeyFolderError(
      `${path} cannot be used for keys: ${codeOf(error) ?? String(error)}; ASSAY_KEYS names another folder`,
    )
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}
