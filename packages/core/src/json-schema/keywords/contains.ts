import type { Check, Keyword, Node } from '../node.js'
import { isCount, isList, isSchema, oneSchema } from '../shapes.js'

/** `contains` of draft-07: at least one item fits. */
export const CONTAINS_07: Readonly<Record<string, Keyword>> = {
  contains: {
    wellFormed: isSchema,
    children: oneSchema,
    build: (contained, _schema, compiler) =>
      contains(compiler.node(contained), 1, Number.POSITIVE_INFINITY),
  },
}

/** `contains` of 2020-12: as many items fit as its neighbours say. */
export const CONTAINS_2020: Readonly<Record<string, Keyword>> = {
  contains: {
    wellFormed: isSchema,
    children: oneSchema,
    build: (contained, schema, compiler) =>
      contains(
        compiler.node(contained),
        limit(schema['minContains'], 1),
        limit(schema['maxContains'], Number.POSITIVE_INFINITY),
      ),
  },
  minContains: { wellFormed: isCount },
  maxContains: { wellFormed: isCount },
}

function limit(value: unknown, otherwise: number): number {
  return isCount(value) ? value : otherwise
}

function contains(node: Node, min: number, max: number): Check {
  return (run, value, marks) => {
    if (!isList(value)) return true
    let found = 0
    for (let i = 0; i < value.length; i++) {
      if (marks === undefined && isSettled(found, min, max)) break
      if (!run.apply(node, value[i])) continue
      found++
      marks?.indexes.add(i)
    }
    return found >= min && found <= max
  }
}

function isSettled(found: number, min: number, max: number): boolean {
  return found > max || (found >= min && max === Number.POSITIVE_INFINITY)
}
