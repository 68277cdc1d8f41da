import { type InputError, readInput } from '../../rulebook/input.js'
import { destinationInput } from './input.js'
import type { DestinationAnswer } from './output.js'
import { screenTarget } from './screen.js'

/** The procedure of the page, from the input to the answer. */
export function judgeDestination(
  input: unknown,
): DestinationAnswer | InputError {
  const read = readInput(destinationInput, input)
  if (!read.ok) return read.error
  const { now, target, registration } = read.value
  return screenTarget(target, registration, now)
}
