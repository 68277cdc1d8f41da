import { Worker } from 'node:worker_threads'
import { StoreUnavailable } from '../errors.js'
import type { Coverage } from '../words/catalog.js'

/**
 * Counts the coverage of a slot in a thread of its own, so that the process
 * answers meanwhile. Who asks for the same slot while it is counted gets the
 * same answer; one slot is counted at a time.
 */
export function createCoverageReader(
  file: string,
): (slot: number) => Promise<Coverage> {
  const underWay = new Map<number, Promise<Coverage>>()
  let last: Promise<unknown> = Promise.resolve()
  return (slot) => {
    const same = underWay.get(slot)
    if (same !== undefined) return same
    const mine = last
      .then(() => inThread({ file, slot }))
      .finally(() => underWay.delete(slot))
    last = mine.catch(() => {})
    underWay.set(slot, mine)
    return mine
  }
}

/** What the thread is asked. */
export type CoverageAsk = { readonly file: string; readonly slot: number }

function inThread(workerData: CoverageAsk): Promise<Coverage> {
  const isSource = import.meta.url.endsWith('.ts')
  const name = isSource ? './coverage-worker.ts' : './coverage-worker.js'
  const url = new URL(name, import.meta.url)
  return new Promise((resolve, reject) => {
    const worker = new Worker(isSource ? compiling(url) : url, {
      workerData,
      eval: isSource,
    })
    const fail = (detail: string) =>
      reject(new StoreUnavailable(`coverage could not be counted: ${detail}`))
    worker.once('message', resolve)
    worker.once('error', (error) => fail((error as Error).message))
    worker.once('exit', (code) => fail(`its thread ended with ${code}`))
  })
}

// From the sources (tests) a thread needs the compiler first.
function compiling({ href }: URL): string {
  return `import('tsx/esm/api').then(({ register }) => {
    register()
    return import(${JSON.stringify(href)})
  })`
}
