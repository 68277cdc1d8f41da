/// <reference types="node" />
import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createFile, isFileError, withAppendFile } from './append-file.js'
import { frameOf, readFrames } from './file-frames.js'

/** The file of a generation: the log is written anew when it grows. */
export function fileOf(path: string, generation: string): string {
  return `${path}.${generation}`
}

/** Creates the file of a new generation; its name. */
export async function newGeneration(
  path: string,
  bytes: string,
): Promise<string> {
  const generation = randomBytes(6).toString('hex')
  await createFile(fileOf(path, generation), bytes)
  return generation
}

/** Where the file at `path` leads: its edges, followed from the first one. */
export async function currentGeneration(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true })
  await createFile(path, '').catch((error) => {
    if (!isFileError(error, 'EEXIST')) throw error
  })
  const known = leadsTo(await readEdges(path))
  if (known !== undefined) return known
  const mine = await newGeneration(path, '')
  await addEdge(path, '', mine)
  const edges = await readEdges(path)
  // Of two processes that start together, the first to be written counts.
  if (edges.get('') !== mine) await rm(fileOf(path, mine), { force: true })
  return leadsTo(edges) as string
}

/** Says for good that `to` follows `from`, and removes what is over. */
export async function succeed(
  path: string,
  from: string,
  to: string,
): Promise<void> {
  await addEdge(path, from, to)
  await rm(fileOf(path, from), { force: true })
}

type Edges = ReadonlyMap<string, string>

function leadsTo(edges: Edges): string | undefined {
  let at = edges.get('')
  for (let next = at; next !== undefined; next = edges.get(next)) at = next
  return at
}

function readEdges(path: string): Promise<Edges> {
  return withAppendFile(path, async (file) => {
    const edges = new Map<string, string>()
    for (const { body } of (await readFrames(file, 0)).frames) {
      const { from, to } = body as { from?: unknown; to?: unknown }
      if (typeof from !== 'string' || typeof to !== 'string') continue
      if (!edges.has(from)) edges.set(from, to)
    }
    return edges
  })
}

function addEdge(path: string, from: string, to: string): Promise<void> {
  return withAppendFile(path, async (file) => {
    for (;;) {
      const { end } = await readFrames(file, 0)
      const frame = frameOf(end, { from, to })
      await file.appendFile(frame)
      await file.datasync()
      const { frames } = await readFrames(file, end)
      if (frames.some(({ text }) => text === frame)) return
    }
  })
}
