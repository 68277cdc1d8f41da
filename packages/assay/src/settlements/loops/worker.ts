import { parentPort, workerData } from 'node:worker_threads'
import type { LoopAsk } from './columns.js'
import { loopsOf } from './loops-of.js'

// The thread of `loopsInWorker`: one question, one answer.
const answer = loopsOf(workerData as LoopAsk)
parentPort?.postMessage(answer, [
  answer.reached.seller.buffer as ArrayBuffer,
  answer.reached.payer.buffer as ArrayBuffer,
  answer.hubs.seller.buffer as ArrayBuffer,
  answer.hubs.wallet.buffer as ArrayBuffer,
  answer.unread.buffer as ArrayBuffer,
])
