import { decide } from '@assay402/core'
import { EXIT, exitOf } from '../exit.js'
import { readJson } from '../input.js'
import { type Terminal, write } from '../terminal.js'

/** `assay decide [FILE|-]`: the decision input in, the decision out. */
export async function decideCommand(
  file: string | undefined,
  terminal: Terminal,
): Promise<number> {
  const answer = decide(await readJson(file, terminal))
  await write(terminal.stdout, `${JSON.stringify(answer, null, 2)}\n`)
  return 'error' in answer ? EXIT.data : exitOf(answer.decision)
}
