/// <reference types="node" />
import { randomBytes } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { frameOf, readFrames } from './file-frames.js'

/** The file of a generation: the log is written anew when it grows. */
export function fileOf(path: string, generation: string): string {
  return `${path}.${generation}`
}

export function newGeneration(): string {
  return randomBytes(6).toString('hex')
}

/** Where the file at `path` leads: its edges, followed from the first one. */
export async function currentGeneration(path: string): Promise<string> {
  const known = leadsTo(await readEdges(path))
  if (known !== undefined) return known
  await addEdge(path, '', newGeneration())
  // Of two processes that start together, the first to be written counts.
  return leadsTo(await readEdges(path)) as string
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

async function readEdges(path: string): Promise<Edges> {
  const file = await open(path, 'a+', 0o600)
  try {
    const edges = new Map<string, string>()
    for (const { body } of (await readFrames(file, 0)).frames) {
      const { from, to } = body
      if (typeof from !== 'string' || typeof to !== 'string') continue
      if (!edges.has(from)) edges.set(from, to)
    }
    return edges
  } finally {
    await file.close()
  }
}

async function addEdge(path: string, from: string, to: string): Promise<void> {
  const file = await open(path, 'a+', 0o600)
  try {
    for (;;) {
      const { end } = await readFrames(file, 0)
      const frame = frameOf(end, { from, to })
      await file.appendFile(frame)
      await file.datasync()
      const { frames } = await readFrames(file, end)
      if (frames.some(({ text }) => text === frame)) return
    }
  } finally {
    await file.close()
  }
}
