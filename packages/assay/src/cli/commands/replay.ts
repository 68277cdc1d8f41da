import { isInputError, JUDGES, replayBundle } from '@assay402/core'
import { CliError, EXIT } from '../exit.js'
import { readJson } from '../input.js'
import { type Terminal, write } from '../terminal.js'

/** `assay replay <bundle>`: recomputes a report from its evidence, offline. */
export async function replayCommand(
  file: string,
  options: { readonly json?: boolean },
  terminal: Terminal,
): Promise<number> {
  const replay = replayBundle(await readJson(file, terminal), JUDGES)
  if (isInputError(replay))
    throw new CliError(
      EXIT.data,
      `${file}: ${replay.error.message}`,
      'a bundle is written by: assay check <url> --bundle bundle.json',
    )
  const versions = replay.rulebook_versions.map(
    ({ rulebook, stored, current }) =>
      `  rulebook ${rulebook}: version ${stored} in the bundle, ${current} here`,
  )
  const text =
    options.json === true
      ? JSON.stringify(replay, null, 2)
      : [
          replay.result,
          ...versions,
          ...replay.differences.map(
            ({ path, why, stored, recomputed }) =>
              `  ${path} (${why}): stored ${JSON.stringify(stored)}, recomputed ${JSON.stringify(recomputed)}`,
          ),
        ].join('\n')
  await write(terminal.stdout, `${text}\n`)
  return replay.result === 'identical' ? EXIT.allow : EXIT.block
}
