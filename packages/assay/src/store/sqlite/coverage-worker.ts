import { parentPort, workerData } from 'node:worker_threads'
import { coverage } from '../sql/coverage.js'
import { openForReading } from './connect.js'
import { sqliteEngine } from './engine.js'
import type { CoverageAsk } from './heavy-reads.js'

// The thread of `createCoverageReader`: one question, one answer.
const { file, slot } = workerData as CoverageAsk
const engine = sqliteEngine(openForReading(file))
const answer = await coverage(engine, slot)
await engine.close()
parentPort?.postMessage(answer)
