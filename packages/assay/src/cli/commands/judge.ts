import { inputError, isInputError, RULEBOOKS, rulebookOf } from '@assay402/core'
import { CliError, EXIT } from '../exit.js'
import { readJson, readLines } from '../input.js'
import { type Terminal, write } from '../terminal.js'

export type JudgeOptions = { readonly jsonl?: boolean }

/** `assay judge <rulebook> [FILE|-]`: the input of its page in, its output out. */
export async function judgeCommand(
  id: string,
  file: string | undefined,
  options: JudgeOptions,
  terminal: Terminal,
): Promise<number> {
  const rulebook = rulebookOf(id)
  if (rulebook === undefined)
    throw new CliError(
      EXIT.usage,
      `there is no rulebook "${id}"`,
      `one of: ${RULEBOOKS.map((known) => known.id).join(', ')}`,
    )
  if (options.jsonl === true) return judgeLines(rulebook.judge, file, terminal)
  const answer = rulebook.judge(await readJson(file, terminal)) as object
  await write(terminal.stdout, `${JSON.stringify(answer, null, 2)}\n`)
  return isInputError(answer) ? EXIT.data : EXIT.allow
}

/** One answer a line, in the order of the questions; a bad line is answered too. */
async function judgeLines(
  judge: (input: unknown) => unknown,
  file: string | undefined,
  terminal: Terminal,
): Promise<number> {
  let exitCode: number = EXIT.allow
  let out = ''
  for await (const line of readLines(file, terminal)) {
    const answer = judgeLine(judge, line)
    if (isInputError(answer)) exitCode = EXIT.data
    out += `${JSON.stringify(answer)}\n`
    if (out.length < WRITE_UNITS) continue
    await write(terminal.stdout, out)
    out = ''
  }
  if (out !== '') await write(terminal.stdout, out)
  return exitCode
}

/** Answers are written in pieces of about this many UTF-16 units. */
const WRITE_UNITS = 65_536

function judgeLine(judge: (input: unknown) => unknown, line: string): object {
  let input: unknown
  try {
    input = JSON.parse(line)
  } catch (error) {
    return inputError('', `not JSON: ${(error as Error).message}`)
  }
  return judge(input) as object
}
