import { JUDGES, replayBundle } from '@assay402/core'
import { CliError, EXIT } from '../exit.js'
import { readJson } from '../input.js'
import { type Terminal, write } from '../terminal.js'

/** `assay replay <bundle>`: recomputes a report from its evidence, offline. */
export async function replayCommand(
  file: string,
  options: { readonly json?: boolean },
  terminal: Terminal,
): Promise<number> {
  const outcome = replayBundle(await readJson(file, terminal), JUDGES)
  if ('error' in outcome)
    throw new CliError(EXIT.data, `${file}: ${outcome.error.message}`)
  const text =
    options.json === true
      ? JSON.stringify(outcome, null, 2)
      : outcome.identical
        ? 'identical'
        : ['different:', ...outcome.differences.map(lineOf)].join('\n')
  await write(terminal.stdout, `${text}\n`)
  return outcome.identical ? EXIT.allow : EXIT.block
}

function lineOf(difference: object): string {
  return `  ${JSON.stringify(difference)}`
}
