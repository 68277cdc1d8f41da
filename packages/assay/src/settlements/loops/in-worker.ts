import { Worker } from 'node:worker_threads'
import type { LoopAnswer, LoopAsk, TransferColumns } from './columns.js'

/**
 * `loopsOf` in a thread of its own, so that the process answers meanwhile. The
 * columns are handed over and are empty here afterwards.
 */
export function loopsInWorker(ask: LoopAsk): Promise<LoopAnswer> {
  const isSource = import.meta.url.endsWith('.ts')
  const url = new URL(isSource ? './worker.ts' : './worker.js', import.meta.url)
  return new Promise((resolve, reject) => {
    const worker = new Worker(isSource ? compiling(url) : url, {
      workerData: ask,
      transferList: buffersOf(ask),
      eval: isSource,
    })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) =>
      reject(new Error(`the thread that follows loops ended with ${code}`)),
    )
  })
}

// From the sources (tests) a thread needs the compiler first.
function compiling({ href }: URL): string {
  return `import('tsx/esm/api').then(({ register }) => {
    register()
    return import(${JSON.stringify(href)})
  })`
}

function buffersOf({ edges, roots, payers }: LoopAsk): ArrayBuffer[] {
  const ofTransfers = ({ payer, payee, at, high, low }: TransferColumns) => [
    payer,
    payee,
    at,
    high,
    low,
  ]
  const all = [
    ...ofTransfers(edges),
    ...ofTransfers(roots),
    payers.sellers,
    payers.starts,
    payers.payers,
  ]
  return all.map(({ buffer }) => buffer as ArrayBuffer)
}
