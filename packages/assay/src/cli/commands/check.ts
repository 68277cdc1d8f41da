import { writeFile } from 'node:fs/promises'
import { canonicalJson, hostKey, safeText } from '@assay402/core'
import { createHostPace } from '../../inspect/host-pace.js'
import { inspect } from '../../inspect/inspect.js'
import { type Inspection, NotInspectable } from '../../inspect/inspection.js'
import { createInspectTools } from '../../inspect/tools.js'
import { CliError, EXIT, exitOf, worseExit } from '../exit.js'
import { readLines } from '../input.js'
import { createProgress } from '../progress.js'
import { createCommandStore } from '../store-access.js'
import { type Terminal, write } from '../terminal.js'
import type { World } from '../world.js'
import {
  type CheckFlags,
  readAllowHosts,
  readCheckFlags,
  readTimeout,
} from './check-options.js'
import { rendererOf } from './check-output.js'
import { mapInOrder } from './map-in-order.js'

/** Checks under way at the same time in a batch. */
const PARALLEL = 8

/** `assay check <urls…>`: probe, collect, judge, decide. Never pays. */
export async function checkCommand(
  urls: readonly string[],
  flags: CheckFlags,
  world: World,
): Promise<number> {
  const { terminal } = world
  const settings = await readCheckFlags(flags, terminal)
  const allowed = readAllowHosts(flags.allowHost)
  const timeoutMs = readTimeout(flags)
  const targets = await targetsOf(urls, terminal)
  const batch = targets.length > 1
  if (batch && flags.bundle !== undefined)
    throw new CliError(EXIT.usage, '--bundle takes one URL at a time')
  const render = rendererOf(flags, batch, terminal)
  const store = createCommandStore(flags, world)
  try {
    if (flags.offline === true) await store.demand()
    const tools = createInspectTools(world, {
      allowHosts: flags.allowHost,
      timeoutMs,
      store,
    })
    const pace = createHostPace(world)
    const checkOne = async (url: string) => {
      if (flags.offline !== true) await pace(hostKey(url) ?? url)
      const vouched = isAllowed(url, allowed)
      const inspection = await inspect({ ...settings, url, vouched }, tools)
      if (flags.offline === true) store.note(ageOf(url, inspection))
      return inspection
    }
    return await checkAll({ targets, flags, terminal, render, checkOne })
  } finally {
    await store.close()
  }
}

type Round = {
  readonly targets: readonly string[]
  readonly flags: CheckFlags
  readonly terminal: Terminal
  readonly render: ReturnType<typeof rendererOf>
  readonly checkOne: (url: string) => Promise<Inspection>
}

/** Checks every target and prints each; the worst exit code of all. */
async function checkAll(round: Round): Promise<number> {
  const { targets, flags, terminal, render, checkOne } = round
  const batch = targets.length > 1
  const progress = createProgress(terminal, batch ? targets.length : 0)
  let exitCode: number = EXIT.allow
  const outcomes = mapInOrder(targets, PARALLEL, (url) => settle(checkOne(url)))
  for await (const { item: url, result } of outcomes) {
    progress.step()
    if (!batch && !result.ok) throw asCliError(result.error)
    const text = result.ok
      ? render(result.value.report)
      : failure(url, result.error, flags)
    progress.clear()
    await write(terminal.stdout, text)
    const code = result.ok ? exitOf(result.value.report.decision) : EXIT.data
    exitCode = worseExit(exitCode, code)
    if (result.ok) await saveBundle(result.value, flags.bundle)
  }
  progress.end()
  return exitCode
}

async function targetsOf(
  urls: readonly string[],
  terminal: Terminal,
): Promise<string[]> {
  if (!urls.includes('-')) return [...urls]
  if (urls.length > 1)
    throw new CliError(
      EXIT.usage,
      '- stands alone: the list is read from standard input',
    )
  const lines: string[] = []
  for await (const line of readLines('-', terminal)) {
    const url = line.trim()
    if (url !== '' && !url.startsWith('#')) lines.push(url)
  }
  if (lines.length === 0)
    throw new CliError(
      EXIT.data,
      'standard input holds no URL',
      'one URL a line',
    )
  return lines
}

/** How old the look is that an offline answer stands on. */
function ageOf(url: string, { report }: Inspection): string {
  const look = report.evidence.find(({ kind }) => kind === 'challenge')
  return look === undefined
    ? `no look at ${safeText(url)} is stored`
    : `judged by a look of ${look.collected_at}: ${safeText(url)}`
}

function isAllowed(url: string, allowed: ReadonlySet<string>): boolean {
  if (!URL.canParse(url)) return false
  const { hostname, port, protocol } = new URL(url)
  return allowed.has(
    `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`,
  )
}

type Settled<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: unknown }

async function settle<Value>(promise: Promise<Value>): Promise<Settled<Value>> {
  try {
    return { ok: true, value: await promise }
  } catch (error) {
    return { ok: false, error }
  }
}

function asCliError(error: unknown): unknown {
  return error instanceof NotInspectable
    ? new CliError(EXIT.usage, error.message, error.hint)
    : error
}

function failure(url: string, error: unknown, flags: CheckFlags): string {
  if (!(error instanceof NotInspectable)) throw error
  if (flags.json === true || flags.jsonl === true)
    return `${JSON.stringify({ url, error: { code: 'invalid_url', message: error.message } })}\n`
  return `${error.message}\n`
}

async function saveBundle(
  { bundle }: Inspection,
  file: string | undefined,
): Promise<void> {
  if (file === undefined) return
  try {
    await writeFile(file, `${canonicalJson(bundle)}\n`)
  } catch (error) {
    throw new CliError(
      EXIT.data,
      `--bundle: ${file} cannot be written (${(error as NodeJS.ErrnoException).code})`,
      'the folder has to exist: --bundle ./bundle.json',
    )
  }
}
