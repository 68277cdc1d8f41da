import { RE2JS } from 're2js'
import { SCHEMA_LIMITS } from './limits.js'
import { NotCompilable } from './not-compilable.js'
import { patternCost } from './pattern-cost.js'

/** A pattern on the linear engine. */
export type Pattern = {
  readonly size: number
  /** True when it matches anywhere in the text. */
  readonly test: (text: string) => boolean
}

/** Compiles each different pattern once; throws NotCompilable. */
export function createPatterns(): (text: string) => Pattern {
  const known = new Map<string, Pattern>()
  let cost = 0
  return (text) => {
    const earlier = known.get(text)
    if (earlier !== undefined) return earlier
    cost += patternCost(text)
    if (cost > SCHEMA_LIMITS.patternCost)
      throw new NotCompilable('patterns too large')
    const pattern = compile(text)
    known.set(text, pattern)
    return pattern
  }
}

function compile(text: string): Pattern {
  try {
    const compiled = RE2JS.compile(text)
    return {
      size: compiled.programSize(),
      test: (value) => compiled.test(value),
    }
  } catch {
    throw new NotCompilable('a pattern outside RE2 syntax')
  }
}
