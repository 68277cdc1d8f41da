import {
  type Bundle,
  CONFUSABLES_VERSION,
  isInputError,
  JUDGES,
  PUBLIC_SUFFIX_LIST_VERSION,
  type Replay,
  replayBundle,
  safeText,
} from '@assay402/core'
import { type BrokenLink, brokenLinks } from '../../replay/evidence-links.js'
import { SOFTWARE_VERSION } from '../../version.js'
import { CliError, EXIT } from '../exit.js'
import { readJson } from '../input.js'
import { type Terminal, write } from '../terminal.js'

/** `assay replay <bundle>`: recomputes a report from its evidence, offline. */
export async function replayCommand(
  file: string,
  options: { readonly json?: boolean },
  terminal: Terminal,
): Promise<number> {
  const bundle = await readJson(file, terminal)
  const replay = replayBundle(bundle, JUDGES)
  if (isInputError(replay))
    throw new CliError(
      EXIT.data,
      `${file}: ${replay.error.message}`,
      'a bundle is written by: assay check <url> --bundle bundle.json',
    )
  const outcome = withLinks(replay, bundle as Bundle)
  const text =
    options.json === true
      ? JSON.stringify(outcome, null, 2)
      : outcomeText(outcome)
  await write(terminal.stdout, `${text}\n`)
  return outcome.result === 'identical' ? EXIT.allow : EXIT.block
}

type Made = {
  readonly part: string
  readonly stored: unknown
  readonly current: string
}

type Outcome = Omit<Replay, 'differences'> & {
  readonly differences: readonly (Replay['differences'][number] | BrokenLink)[]
  /** What the bundle was made with, where it is not what is used here. */
  readonly software: readonly Made[]
}

function withLinks(replay: Replay, bundle: Bundle): Outcome {
  const links = brokenLinks(bundle)
  return {
    ...replay,
    result: links.length > 0 ? 'different' : replay.result,
    differences: [...replay.differences, ...links],
    software: softwareChanges(bundle),
  }
}

function softwareChanges({ report: { software } }: Bundle): Made[] {
  const current = {
    version: SOFTWARE_VERSION,
    public_suffix_list: PUBLIC_SUFFIX_LIST_VERSION,
    confusables: CONFUSABLES_VERSION,
  }
  return Object.entries(current).flatMap(([part, here]) => {
    const stored = software[part as keyof typeof current]
    return stored === here ? [] : [{ part, stored, current: here }]
  })
}

function outcomeText(outcome: Outcome): string {
  return [
    outcome.result,
    ...outcome.software.map(
      ({ part, stored, current }) =>
        `  made with another ${part}: ${shown(stored)}, here ${current}`,
    ),
    ...outcome.rulebook_versions.map(
      ({ rulebook, stored, current }) =>
        `  rulebook ${rulebook}: version ${shown(stored)} in the bundle, ${shown(current)} here`,
    ),
    ...outcome.differences.map(
      ({ path, why, stored, recomputed }) =>
        `  ${safeText(path)} (${why}): stored ${shown(stored)}, recomputed ${shown(recomputed)}`,
    ),
  ].join('\n')
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : safeText(JSON.stringify(value))
}
