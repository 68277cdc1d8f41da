import type { Writable } from 'node:stream'
import { pino } from 'pino'
import type { LogEvent } from '../service.js'
import { createLines } from './lines.js'

/** A log and the way to write out what it holds. */
export type ServiceLog = {
  readonly log: (event: LogEvent) => void
  readonly flush: () => void
}

/** How much is told. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const

export type LogOptions = {
  readonly level: (typeof LOG_LEVELS)[number]
  readonly out: Writable
}

/** JSON lines. Values that name a secret are left out, whoever wrote them. */
export function createLog({ level, out }: LogOptions): ServiceLog {
  const lines = createLines(out)
  const logger = pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: [...SECRETS], remove: true },
    },
    lines,
  )
  return {
    log: ({ level: at, event, ...fields }) => logger[at]({ event, ...fields }),
    flush: lines.flush,
  }
}

const SECRETS: readonly string[] = [
  'authorization',
  'api_key',
  'token',
  'secret',
  'payment',
  'headers',
  'cookie',
]
