import type { z } from 'zod'

/** A request to one of our own routes. */
export type Ask = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Values that are undefined are left out. */
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** A body that an answer would have, made without a request. */
export type Said = { readonly body: Readonly<Record<string, unknown>> }

/**
 * One tool: what it takes, and which route answers it. Prices, quotas and
 * problems are the route's.
 */
export type Tool = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: z.ZodObject
  /** What an answer has; more may follow. */
  readonly output: z.ZodObject
  /** `reads`: changes nothing. `makes`: something is new after it. */
  readonly effect: 'reads' | 'makes'
  /** `open`: a seller may be asked. `own`: answered from what we have. */
  readonly world: 'open' | 'own'
  readonly ask: (input: never) => Ask | Said | Promise<Said>
  /** Of words that are ours: one line for a reader without the rest. */
  readonly line: (body: Readonly<Record<string, unknown>>) => string
}

/** Keeps the types of a tool's input together. */
export function tool<Input extends z.ZodObject>(
  given: Omit<Tool, 'input' | 'ask'> & {
    readonly input: Input
    readonly ask: (input: z.output<Input>) => Ask | Said | Promise<Said>
  },
): Tool {
  return given as Tool
}

/** A word of an answer, of the few letters that our own words have. */
export function word(value: unknown): string {
  return typeof value === 'string' && /^[\w.:-]{1,64}$/.test(value)
    ? value
    : typeof value === 'number'
      ? String(value)
      : 'unknown'
}
