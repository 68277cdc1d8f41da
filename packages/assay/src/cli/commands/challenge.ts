import {
  type CollectedResponse,
  inputError,
  isInputError,
  isObject,
  readChallenge,
  readInput,
  savedResponseSchema,
  stockClient,
} from '@assay402/core'
import { CliError, EXIT } from '../exit.js'
import { readJson, readLines } from '../input.js'
import { type Terminal, write } from '../terminal.js'
import { challengeToText, type ReadAnswer } from './challenge-text.js'

export type ChallengeOptions = {
  readonly json?: boolean
  readonly jsonl?: boolean
}

/** `assay challenge [FILE|-]`: offers, defects, what a stock client would pay. */
export async function challengeCommand(
  file: string | undefined,
  options: ChallengeOptions,
  terminal: Terminal,
): Promise<number> {
  if (options.jsonl === true) return challengeLines(file, terminal)
  const answer = readAnswer(await readJson(file, terminal))
  if (isInputError(answer))
    throw new CliError(
      EXIT.data,
      answer.error.message,
      'a saved answer looks like {"status": 402, "headers": {…}, "body": "…"}',
    )
  const text =
    options.json === true
      ? JSON.stringify(answer, null, 2)
      : challengeToText(answer)
  await write(terminal.stdout, `${text}\n`)
  return EXIT.allow
}

async function challengeLines(
  file: string | undefined,
  terminal: Terminal,
): Promise<number> {
  let exitCode: number = EXIT.allow
  for await (const line of readLines(file, terminal)) {
    const answer = readLine(line)
    if (isInputError(answer)) exitCode = EXIT.data
    await write(terminal.stdout, `${JSON.stringify(answer)}\n`)
  }
  return exitCode
}

function readLine(line: string): object {
  try {
    return readAnswer(JSON.parse(line))
  } catch (error) {
    return inputError('', `not JSON: ${(error as Error).message}`)
  }
}

function readAnswer(
  saved: unknown,
): ReadAnswer | ReturnType<typeof inputError> {
  const read = readInput(savedResponseSchema, withBodyText(saved))
  if (!read.ok) return read.error
  const response: CollectedResponse = read.value
  const challenge = readChallenge(response)
  return {
    status: response.status,
    offers: challenge.offers.map(({ extra: _, ...offer }) => offer),
    defects: challenge.defects,
    stock_client: stockClient(challenge),
  }
}

/** A body saved as parsed JSON is read as the text it stood for. */
function withBodyText(saved: unknown): unknown {
  if (!isObject(saved) || typeof saved['body'] === 'string') return saved
  const body = saved['body']
  return {
    ...saved,
    body: body === undefined || body === null ? '' : JSON.stringify(body),
  }
}
