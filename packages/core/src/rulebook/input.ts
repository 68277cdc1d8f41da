import { z } from 'zod'
import { ATOMIC } from '../money/usd.js'
import { type Instant, parseInstant } from '../time/instant.js'

/** The answer of a rulebook to an input that breaks its page's shape. */
export type InputError = {
  readonly error: {
    readonly code: 'invalid_input'
    readonly message: string
    /** Dotted, like `probe.body`; empty for the whole input. */
    readonly path: string
  }
}

export type ReadInput<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: InputError }

/** Reads a rulebook's input; the first fault found is the one named. */
export function readInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): ReadInput<z.output<Schema>> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return { ok: true, value: parsed.data }
  const { path, message } = parsed.error.issues[0] as z.core.$ZodIssue
  return { ok: false, error: inputError(path.map(String).join('.'), message) }
}

export function inputError(path: string, problem: string): InputError {
  const where = path === '' ? 'input' : path
  return {
    error: { code: 'invalid_input', message: `${where}: ${problem}`, path },
  }
}

export function isInputError(answer: object): answer is InputError {
  return 'error' in answer
}

/** The only clock of a judgement: present and readable, or an input error. */
export const nowField = z
  .string()
  .transform((text, context): Instant => {
    const at = parseInstant(text)
    if (at !== undefined) return at
    context.addIssue({
      code: 'custom',
      message:
        'not an RFC 3339 date-time with a zone, e.g. 2026-11-30T12:00:00Z',
    })
    return z.NEVER
  })
  .meta({ format: 'date-time', description: 'The only clock' })

/** A field that may be absent; null counts as absent. */
export function maybe<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish()
}

/** A date of its own (not in a row): unreadable counts as unknown. */
export const maybeDate = maybe(z.string().meta({ format: 'date-time' }))

/**
 * A list whose unreadable rows are left out: inside rows nothing is an input
 * error. The JSON Schema still shows the row.
 */
export function rows<Row extends z.ZodType>(row: Row) {
  return z
    .array(z.unknown())
    .meta({ rowSchema: row })
    .transform((list): z.output<Row>[] => {
      const readable: z.output<Row>[] = []
      for (const item of list) {
        const parsed = row.safeParse(item)
        if (parsed.success) readable.push(parsed.data)
      }
      return readable
    })
}

/**
 * As `rows`, with a hand-written reader (`undefined`: unreadable): for the
 * lists that decide how many judgements a second there are.
 */
export function rowsReadBy<Row>(
  row: z.ZodType,
  read: (item: unknown) => Row | undefined,
) {
  return z
    .custom<readonly unknown[]>(Array.isArray, 'expected a list')
    .meta({ type: 'array', rowSchema: row })
    .transform((list): Row[] => {
      const readable: Row[] = []
      for (const item of list) {
        const one = read(item)
        if (one !== undefined) readable.push(one)
      }
      return readable
    })
}

/** A date inside a row: an unreadable one makes the row unreadable. */
export const rowDate = z.string().transform((text, context): Instant => {
  const at = parseInstant(text)
  if (at !== undefined) return at
  context.addIssue({ code: 'custom', message: 'unreadable date' })
  return z.NEVER
})

/** A count of its own: any JSON number; `knownCount` reads it. */
export const countField = z
  .custom<number>((value) => typeof value === 'number', 'expected a number')
  .meta({ type: 'integer', minimum: 0 })

/** A count, unknown when it is not a whole number ≥ 0. */
export function knownCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
    ? value
    : undefined
}

/** An atomic amount inside a row, as its text. */
export const rowAtomicText = z.string().regex(ATOMIC)

/** An atomic amount inside a row: an unreadable one makes the row unreadable. */
export const rowAtomic = rowAtomicText.transform(BigInt)
