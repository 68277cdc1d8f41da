import { isObject } from '@assay402/core/light'
import { readExpectation } from './expectation.js'
import type { GuardOptions } from './options.js'

/**
 * Throws TypeError on an option that no guard has or that cannot be read: a
 * misspelt limit is no limit, and a misspelt fail mode another one.
 */
export function checkOptions(options: GuardOptions): void {
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(OPTIONS, name))
      throw new TypeError(`no option of a guard: ${name}`)
    const { holds, wanted } = OPTIONS[name as keyof GuardOptions]
    if (value !== undefined && value !== null && !holds(value))
      throw new TypeError(`option ${name}: not ${wanted}`)
  }
  const { expect } = options
  if (typeof expect === 'object') readExpectation(expect)
}

type Option = {
  readonly holds: (value: unknown) => boolean
  readonly wanted: string
}

/** Longer ones run out at once. */
const LONGEST_TIMER_MS = 2_147_483_647

const aFunction: Option = {
  holds: (value) => typeof value === 'function',
  wanted: 'a function',
}
const anObject: Option = { holds: isObject, wanted: 'an object' }

const OPTIONS: Readonly<Record<keyof GuardOptions, Option>> = {
  // Read field by field elsewhere.
  policy: { holds: () => true, wanted: '' },
  sources: oneOf('local', 'engine', 'both'),
  engine: anObject,
  fail_mode: oneOf('local', 'closed', 'open'),
  ledger: {
    holds: (value) => isObject(value) && 'transact' in value,
    wanted: 'a ledger',
  },
  expect: { holds: () => true, wanted: '' },
  lists: aFunction,
  networks: {
    holds: (value) =>
      Array.isArray(value) && value.every((name) => typeof name === 'string'),
    wanted: 'a list of names',
  },
  on_hold: aFunction,
  hold_timeout_ms: {
    holds: (value) =>
      typeof value === 'number' && value >= 0 && value <= LONGEST_TIMER_MS,
    wanted: `0 to ${LONGEST_TIMER_MS}`,
  },
  reader: aFunction,
  attempts: {
    holds: (value) => Number.isSafeInteger(value) && (value as number) >= 1,
    wanted: 'a whole number ≥ 1',
  },
  on_event: aFunction,
  telemetry: anObject,
  now: aFunction,
}

function oneOf(...words: readonly string[]): Option {
  const last = words.at(-1)
  return {
    holds: (value) => words.includes(value as string),
    wanted: `${words.slice(0, -1).join(', ')} or ${last}`,
  }
}
