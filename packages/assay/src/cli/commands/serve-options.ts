import type { BackgroundOptions } from '../../serve/background/background.js'
import { LOG_LEVELS } from '../../serve/http/log.js'
import type { ServiceSettings } from '../../serve/service.js'
import { readSettings, SettingsError } from '../../serve/settings.js'
import {
  BadProvider,
  providersFromEnv,
} from '../../settlements/desk/readers.js'
import { RetentionError, readRetention } from '../../work/retention.js'
import { CliError, EXIT } from '../exit.js'
import type { Terminal } from '../terminal.js'

/** The flags of `assay worker`. */
export type WorkerFlags = {
  /** False for `--no-crawl`. */
  readonly crawl: boolean
  readonly source: readonly string[]
  readonly workers: string
  readonly lists?: boolean
  readonly allowHost: readonly string[]
}

/** The flags of `assay serve`. */
export type ServeFlags = WorkerFlags & {
  readonly host: string
  readonly port: string
}

type Env = Terminal['env']

/** The port to listen on; 0 takes a free one. */
export function readPort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new CliError(
    EXIT.usage,
    `--port: "${text}" is no port`,
    'for example: --port 4020',
  )
}

/** Requests of the crawler that are under way at once. */
export function readWorkers(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  throw new CliError(
    EXIT.usage,
    `--workers: "${text}" is not a whole number from 1`,
    'for example: --workers 32',
  )
}

/** How much the log tells: `ASSAY_LOG`. */
export function readLogLevel(env: Env): (typeof LOG_LEVELS)[number] {
  const given = env['ASSAY_LOG'] || 'info'
  const level = LOG_LEVELS.find((one) => one === given)
  if (level !== undefined) return level
  throw new CliError(
    EXIT.usage,
    `ASSAY_LOG: "${given}" is none of ${LOG_LEVELS.join(', ')}`,
    'for example: ASSAY_LOG=warn',
  )
}

/** The operator's settings; what cannot be meant is a usage error. */
export function serviceSettings(
  from: Parameters<typeof readSettings>[0],
): ServiceSettings {
  try {
    return readSettings(from)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    throw new CliError(EXIT.usage, error.message, error.hint)
  }
}

/** Settings of the background work; what cannot be meant is a usage error. */
export function backgroundSettings(
  env: Env,
): Pick<BackgroundOptions, 'retention' | 'providers'> {
  try {
    return { retention: readRetention(env), providers: providersFromEnv(env) }
  } catch (error) {
    const isSetting =
      error instanceof RetentionError || error instanceof BadProvider
    if (!isSetting) throw error
    throw new CliError(EXIT.usage, error.message)
  }
}

/** Where callers on this machine find a service that listens there. */
export function localUrlOf(host: string, port: number): string {
  const isAny = host === '0.0.0.0' || host === '::'
  const name = isAny ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
