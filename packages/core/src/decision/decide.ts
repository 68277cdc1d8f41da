import { type InputError, readInput } from '../rulebook/input.js'
import { type Decision, decideRead } from './decide-read.js'
import { decisionInputSchema } from './input.js'

export type { Decision } from './decide-read.js'

/**
 * Reports × spend policy → allow, hold or block. Total and deterministic: any
 * JSON in, a decision or an input error out.
 */
export function decide(input: unknown): Decision | InputError {
  const read = readInput(decisionInputSchema, input)
  return read.ok ? decideRead(read.value) : read.error
}
