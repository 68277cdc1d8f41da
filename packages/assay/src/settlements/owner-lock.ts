import {
  linkSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Another living process owns the settlement rows. */
export class SettlementsInUse extends Error {
  readonly owner: number

  constructor(file: string, owner: number) {
    super(`${file} belongs to process ${owner}, which is running`)
    this.name = 'SettlementsInUse'
    this.owner = owner
  }
}

/** The locks of this process: a dead one may have had the same number. */
const held = new Set<string>()

/**
 * Makes this process the owner of a file, by a lock file beside it; returns how
 * to give it back. The lock of a process that is gone is taken over. Throws
 * `SettlementsInUse`.
 */
export function takeOwnership(file: string): () => void {
  const lock = join(realpathSync(dirname(file)), `${basename(file)}.owner`)
  // Twice: once to find a dead owner, once more without it.
  if (!claim(lock)) {
    const owner = ownerOf(lock)
    if (owner !== undefined && isAlive(owner, lock))
      throw new SettlementsInUse(file, owner.pid)
    rmSync(lock, { force: true })
    if (!claim(lock)) throw new SettlementsInUse(file, ownerOf(lock)?.pid ?? 0)
  }
  held.add(lock)
  return () => {
    held.delete(lock)
    if (ownerOf(lock)?.pid === process.pid) rmSync(lock, { force: true })
  }
}

/** The process that owns a file now; undefined: nobody. */
export function settlementsOwner(file: string): number | undefined {
  const lock = `${file}.owner`
  const owner = ownerOf(lock)
  return owner !== undefined && isAlive(owner, lock) ? owner.pid : undefined
}

type Owner = { readonly pid: number; readonly birth: string | undefined }

/** In one step, so that nobody reads a lock that names no owner yet. */
function claim(lock: string): boolean {
  const whole = `${lock}.${process.pid}`
  writeFileSync(whole, `${process.pid} ${birthOf(process.pid) ?? ''}\n`)
  try {
    linkSync(whole, lock)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(whole, { force: true })
  }
}

function ownerOf(lock: string): Owner | undefined {
  try {
    const [number, birth] = readFileSync(lock, 'utf8').trim().split(' ')
    const pid = Number(number)
    return Number.isSafeInteger(pid) && pid > 0 ? { pid, birth } : undefined
  } catch {
    return undefined
  }
}

function isAlive({ pid, birth }: Owner, lock: string): boolean {
  if (pid === process.pid) return held.has(resolved(lock))
  // Numbers are given again, in containers to the same program each time.
  const now = birth === undefined ? undefined : birthOf(pid)
  if (now !== undefined && now !== birth) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Not ours to signal, but there.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function resolved(lock: string): string {
  return join(realpathSync(dirname(lock)), basename(lock))
}

/** When a process began, as Linux counts it; undefined elsewhere. */
function birthOf(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name may hold blanks; what follows its bracket does not.
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[BIRTH]
  } catch {
    return undefined
  }
}

/** Field 22 of the line, counted from behind the name. */
const BIRTH = 19
