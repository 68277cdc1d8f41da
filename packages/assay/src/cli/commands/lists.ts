import { resolve } from 'node:path'
import { safeText } from '@assay402/core'
import { createListTools, updatesOf } from '../../lists/lists.js'
import { FEED_PREFIX } from '../../lists/policy.js'
import { removeList } from '../../lists/remove.js'
import { type ListStatus, listsStatus } from '../../lists/status.js'
import { type UpdateOutcome, updateList } from '../../lists/update.js'
import type { ListStore } from '../../store/store.js'
import { CliError, EXIT } from '../exit.js'
import { write } from '../terminal.js'
import type { World } from '../world.js'
import { readAllowHosts } from './check-options.js'

export type ListsUpdateFlags = {
  /** Only these lists, by the names that `lists status` shows. */
  readonly list: readonly string[]
  /** Where OFAC's list comes from, a URL or a file. */
  readonly ofac?: string
  /** `name=url` of screening feeds; they are remembered. */
  readonly feed: readonly string[]
  /** Lists to take out of use. */
  readonly remove: readonly string[]
  readonly force?: boolean
  readonly allowHost: readonly string[]
  readonly json?: boolean
}

export type ListsStatusFlags = { readonly json?: boolean }

/**
 * `assay lists update`: fetches every list anew. 65 when a list was refused, 69
 * when one could not be had; the last good copies stay.
 */
export async function listsUpdateCommand(
  flags: ListsUpdateFlags,
  world: World,
  store: ListStore,
): Promise<number> {
  readAllowHosts(flags.allowHost)
  const tools = createListTools(world, store, flags.allowHost)
  for (const list of flags.remove) {
    if ((await store.currentList(list)) === undefined) throw unknownList(list)
    await removeList(list, tools)
  }
  const ofac = located(flags.ofac ?? world.terminal.env['ASSAY_OFAC_URL'])
  const all = await updatesOf(tools, { ofac, feeds: readFeeds(flags.feed) })
  const wanted = all.filter(
    ({ list }) => flags.list.length === 0 || flags.list.includes(list),
  )
  const unknown = flags.list.find((name) => !all.some((l) => l.list === name))
  if (unknown !== undefined) throw unknownList(unknown)
  let exitCode: number = EXIT.allow
  for (const definition of wanted) {
    const doubtful = flags.force === true ? 'insist' : 'refuse'
    const outcome = await updateList(definition, tools, doubtful)
    const text =
      flags.json === true
        ? JSON.stringify(outcomeJson(outcome))
        : outcomeText(outcome)
    await write(world.terminal.stdout, `${text}\n`)
    exitCode = Math.max(exitCode, exitOfUpdate(outcome))
  }
  return exitCode
}

/** `assay lists status`: source, date, digest and count of every list. */
export async function listsStatusCommand(
  flags: ListsStatusFlags,
  world: World,
  store: ListStore,
): Promise<number> {
  const rows = await listsStatus(store, world.now())
  const text =
    flags.json === true
      ? JSON.stringify(rows, null, 2)
      : rows.map(statusText).join('\n\n')
  await write(world.terminal.stdout, `${text}\n`)
  return EXIT.allow
}

function readFeeds(given: readonly string[]): Map<string, string> {
  const feeds = new Map<string, string>()
  for (const text of given) {
    const parts = /^([a-z0-9][a-z0-9._-]{0,63})=(.+)$/i.exec(text)
    if (parts === null)
      throw new CliError(
        EXIT.usage,
        `--feed: "${text}" is not name=url`,
        'for example: --feed metamask=https://example.com/config.json',
      )
    feeds.set(`${FEED_PREFIX}${parts[1]}`, located(parts[2] as string))
  }
  return feeds
}

/** A URL as it is; a file by its full path, for it is remembered. */
function located<Text extends string | undefined>(location: Text): Text {
  if (location === undefined || /^[a-z][a-z0-9+.-]+:/i.test(location))
    return location
  return resolve(location) as Text
}

function unknownList(list: string): CliError {
  return new CliError(
    EXIT.usage,
    `there is no list "${list}"`,
    'assay lists status shows their names',
  )
}

const NOT_TO_BE_HAD: ReadonlySet<string> = new Set([
  'unreachable',
  'http_status',
  'no_file',
])

function exitOfUpdate({ reason }: UpdateOutcome): number {
  if (reason === null) return EXIT.allow
  return NOT_TO_BE_HAD.has(reason) ? EXIT.unavailable : EXIT.data
}

function outcomeJson({ snapshot, reason, previous }: UpdateOutcome) {
  const kept = reason === null ? null : (previous ?? null)
  return { ...snapshot, reason, kept_snapshot_id: kept?.id ?? null }
}

function outcomeText({ snapshot, reason, previous }: UpdateOutcome): string {
  const { list, count, published_at, detail } = snapshot
  if (reason === null) {
    const dated = published_at === null ? '' : `, published ${published_at}`
    return `${list}: ${count} entries${dated}\n  ${safeText(detail)}`
  }
  const kept =
    previous === undefined
      ? 'there is no earlier copy'
      : `the copy of ${new Date(previous.fetched_at).toISOString()} stays`
  return `${list}: refused, ${kept}\n  ${safeText(detail)}`
}

function statusText(row: ListStatus): string {
  const lines = [
    `${row.list}  ${row.status.toUpperCase()}`,
    row.source === null ? undefined : `  source     ${safeText(row.source)}`,
    row.published_at === null ? undefined : `  published  ${row.published_at}`,
    row.fetched_at === null
      ? undefined
      : `  fetched    ${row.fetched_at} (${hours(row.age_seconds ?? 0)} ago)`,
    row.sha256 === null ? undefined : `  sha256     ${row.sha256}`,
    row.count === null ? undefined : `  entries    ${row.count}`,
    `  ${safeText(row.detail)}`,
    row.refused === null
      ? undefined
      : `  refused ${row.refused.at}: ${safeText(row.refused.detail)}`,
  ]
  return lines.filter((line) => line !== undefined).join('\n')
}

function hours(seconds: number): string {
  const whole = Math.floor(seconds / 3_600)
  return whole < 48 ? `${whole} h` : `${Math.floor(whole / 24)} days`
}
