import type { z } from 'zod'
import type { JsonValue } from '../json/value.js'
import type { InputError } from './input.js'

/** A number a rule compares with; it stands nowhere else in the code. */
export type Threshold = {
  readonly value: number | string
  readonly unit: string
  /** Why this figure. */
  readonly why: string
}

/** A code that an answer can carry, with its sentence. */
export type Reason = {
  /** One plain line; `{name}` is filled from the measured values. */
  readonly text: string
  /** What it does to the answer, e.g. `skip, high` or `−45, suspicious`. */
  readonly effect: string
}

/** One line of the published rules. */
export type Rule = {
  readonly id: string
  /** When it applies, in plain words. */
  readonly when: string
  /** What follows. */
  readonly then: string
}

/** A published rule set: data that describes it, and the one pure function. */
export type Rulebook<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> = {
  readonly id: string
  readonly version: string
  readonly question: string
  /** The public document that the rules were taken from. */
  readonly source: string
  readonly input: Input
  readonly output: Output
  readonly thresholds: Readonly<Record<string, Threshold>>
  readonly reasons: Readonly<Record<string, Reason>>
  /** In the order in which they are applied. */
  readonly rules: readonly Rule[]
  /** Lists and tables the rules use, by name. */
  readonly data: Readonly<Record<string, JsonValue>>
  /** What it does not see, said plainly. */
  readonly limits: readonly string[]
  /** Total and deterministic: any JSON in, an answer or an input error out. */
  readonly judge: (input: unknown) => z.output<Output> | InputError
}

/** Returns its argument; it only pins the types. */
export function defineRulebook<
  Input extends z.ZodType,
  Output extends z.ZodType,
>(rulebook: Rulebook<Input, Output>): Rulebook<Input, Output> {
  return rulebook
}

/** Fills `{name}` in a sentence; a name without a value stays as it stands. */
export function fillText(text: string, values: TextValues): string {
  return sentence(text)(values)
}

export type TextValues = Readonly<Record<string, string | number>>

/** A sentence taken apart once, for one that is filled in every judgement. */
export function sentence(text: string): (values: TextValues) => string {
  const [start, ...slots] = text.split('{') as [string, ...string[]]
  const parts = slots.map((slot) => {
    const end = slot.indexOf('}')
    return end < 0
      ? { name: '', otherwise: `{${slot}`, after: '' }
      : {
          name: slot.slice(0, end),
          otherwise: `{${slot.slice(0, end)}}`,
          after: slot.slice(end + 1),
        }
  })
  return (values) => {
    let out = start
    for (const { name, otherwise, after } of parts)
      out += (values[name] ?? otherwise) + after
    return out
  }
}
