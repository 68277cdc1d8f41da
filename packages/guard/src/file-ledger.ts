import { createLedger, type Ledger } from './ledger/ledger.js'
import { createFileLog, type FileLogOptions } from './node/file-log.js'

export type { FileLogOptions } from './node/file-log.js'

/**
 * A ledger in files that start with `path`, for every process of this machine:
 * a reservation is on disk before anything is signed, and a process that dies
 * at any moment takes nothing with it. Local file systems only. Node only.
 */
export function fileLedger(path: string, options?: FileLogOptions): Ledger {
  return createLedger(createFileLog(path, options))
}
