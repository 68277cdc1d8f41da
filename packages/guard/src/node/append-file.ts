/// <reference types="node" />
import { constants, type FileHandle, open } from 'node:fs/promises'

/**
 * Opens a file to read it and to append to its end, wherever others have moved
 * that, and closes it again. Rejects with ENOENT when there is none.
 */
export async function withAppendFile<Answer>(
  path: string,
  use: (file: FileHandle) => Promise<Answer>,
): Promise<Answer> {
  const file = await open(path, constants.O_RDWR | constants.O_APPEND)
  try {
    return await use(file)
  } finally {
    await file.close()
  }
}

/** Creates a file with its first bytes, on disk. Rejects when there is one. */
export async function createFile(path: string, bytes: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.appendFile(bytes)
    await file.datasync()
  } finally {
    await file.close()
  }
}

/** True for an error that says that a file is not there, or is there. */
export function isFileError(
  error: unknown,
  code: 'ENOENT' | 'EEXIST',
): boolean {
  return (error as { code?: unknown }).code === code
}
