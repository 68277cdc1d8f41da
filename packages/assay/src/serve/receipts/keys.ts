import { statSync } from 'node:fs'
import { newReceiptKey, type PublicJwk, type ReceiptKey } from './key-file.js'
import { makeKeyFolder, readKeyFolder, writeKeyFile } from './key-folder.js'

/** The keys of one service at a moment. */
export type ReceiptKeys = {
  /** The key that signs now. */
  signing(): ReceiptKey
  /** Every key whose receipts may still be asked about, newest first. */
  published(): readonly PublicJwk[]
}

export type ReceiptKeysOptions = {
  readonly folder: string
  /** Epoch milliseconds. */
  readonly now: () => number
}

/** Figures of rotation, in milliseconds. */
export const KEY_TIMES = {
  /** A new key is published for so long before it signs. */
  ahead: 120_000,
  /** The longest that a receipt is good for. */
  receipt: 3_600_000,
  /** Clocks that differ, and processes that notice late. */
  margin: 300_000,
  /** The folder is looked at again. */
  look: 5_000,
} as const

/**
 * The keys of a folder; the first one is made when there is none. A key that is
 * put into the folder is noticed within five seconds, by every process. Throws
 * KeyFolderError when the folder cannot be used.
 */
export function openReceiptKeys(options: ReceiptKeysOptions): ReceiptKeys {
  const { folder, now } = options
  makeKeyFolder(folder)
  if (readKeyFolder(folder).length === 0)
    writeKeyFile(folder, newReceiptKey(now()))
  let changed = changeOf(folder)
  let keys = readKeyFolder(folder)
  let looked = now()

  function current(): readonly ReceiptKey[] {
    if (Math.abs(now() - looked) < KEY_TIMES.look) return keys
    looked = now()
    try {
      const change = changeOf(folder)
      const read = change === changed ? keys : readKeyFolder(folder)
      if (read.length > 0) keys = read
      changed = change
    } catch {
      // What was read stays good while somebody is at the folder.
    }
    return keys
  }

  return {
    signing: () => signingKey(current(), now()),
    published: () => publishedKeys(current(), now()),
  }
}

/** Adds a key to a folder; it signs two minutes later. Returns its path. */
export function rotateReceiptKeys(options: ReceiptKeysOptions): {
  readonly path: string
  readonly key: ReceiptKey
} {
  makeKeyFolder(options.folder)
  const key = newReceiptKey(options.now())
  return { path: writeKeyFile(options.folder, key), key }
}

/** The newest that everybody knows by now, else the oldest. */
export function signingKey(
  oldestFirst: readonly ReceiptKey[],
  now: number,
): ReceiptKey {
  const known = oldestFirst.findLast((key) => signsFrom(key) <= now)
  const key = known ?? oldestFirst[0]
  if (key === undefined) throw new Error('there is no key to sign with')
  return key
}

/** Without those whose last receipt has expired. */
export function publishedKeys(
  oldestFirst: readonly ReceiptKey[],
  now: number,
): readonly PublicJwk[] {
  return oldestFirst
    .filter((_, index) => {
      const next = oldestFirst[index + 1]
      if (next === undefined) return true
      return signsFrom(next) + KEY_TIMES.receipt + KEY_TIMES.margin > now
    })
    .map(({ jwk }) => jwk)
    .reverse()
}

function signsFrom({ createdAt }: ReceiptKey): number {
  return createdAt + KEY_TIMES.ahead
}

/** A new file moves the folder's own time. */
function changeOf(folder: string): number {
  return statSync(folder).mtimeMs
}
