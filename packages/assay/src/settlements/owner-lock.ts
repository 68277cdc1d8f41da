import { readFileSync, rmSync, writeFileSync } from 'node:fs'

/** Another living process owns the settlement rows. */
export class SettlementsInUse extends Error {
  readonly owner: number

  constructor(file: string, owner: number) {
    super(`${file} belongs to process ${owner}, which is running`)
    this.name = 'SettlementsInUse'
    this.owner = owner
  }
}

/**
 * Makes this process the owner of a file, by a lock file beside it; returns how
 * to give it back. The lock of a process that is gone is taken over. Throws
 * `SettlementsInUse`.
 */
export function takeOwnership(file: string): () => void {
  const lock = `${file}.owner`
  // Twice: once to find a dead owner, once more without it.
  if (!claim(lock)) {
    const owner = ownerOf(lock)
    if (owner !== undefined && isAlive(owner))
      throw new SettlementsInUse(file, owner)
    rmSync(lock, { force: true })
    if (!claim(lock)) throw new SettlementsInUse(file, ownerOf(lock) ?? 0)
  }
  return () => {
    if (ownerOf(lock) === process.pid) rmSync(lock, { force: true })
  }
}

/** The process that owns a file now; undefined: nobody. */
export function settlementsOwner(file: string): number | undefined {
  const owner = ownerOf(`${file}.owner`)
  return owner !== undefined && isAlive(owner) ? owner : undefined
}

function claim(lock: string): boolean {
  try {
    writeFileSync(lock, `${process.pid}\n`, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function ownerOf(lock: string): number | undefined {
  try {
    const pid = Number(readFileSync(lock, 'utf8'))
    return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Not ours to signal, but there.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
