import { isObject } from '../../json/value.js'
import type { Marks } from '../marks.js'
import type { Check, Keyword, Node } from '../node.js'
import { isList, isSchema, oneSchema } from '../shapes.js'

/** Keywords for what no other keyword of 2020-12 has evaluated. */
export const UNEVALUATED_KEYWORDS: Readonly<Record<string, Keyword>> = {
  unevaluatedItems: late(unevaluatedItems),
  unevaluatedProperties: late(unevaluatedProperties),
}

function late(check: (node: Node) => Check): Keyword {
  return {
    wellFormed: isSchema,
    children: oneSchema,
    build: (schema, _schema, compiler) => check(compiler.node(schema)),
    late: true,
  }
}

function unevaluatedItems(node: Node): Check {
  return (run, value, given) => {
    if (!isList(value)) return true
    const marks = given as Marks
    for (let i = marks.upTo; i < value.length; i++)
      if (!marks.indexes.has(i) && !run.apply(node, value[i])) return false
    marks.upTo = value.length
    return true
  }
}

function unevaluatedProperties(node: Node): Check {
  return (run, value, given) => {
    if (!isObject(value)) return true
    const marks = given as Marks
    const keys = Object.keys(value)
    run.spend(keys.length)
    for (const key of keys) {
      if (marks.keys.has(key)) continue
      if (!run.apply(node, value[key])) return false
      marks.keys.add(key)
    }
    return true
  }
}
