import { own } from '../../json/value.js'
import type { Check, Compiler, Keyword, Schema } from '../node.js'
import { isSchema, isSchemaList, oneSchema, schemaList } from '../shapes.js'

/** Keywords that apply further schemas to the same value. */
export const IN_PLACE_KEYWORDS: Readonly<Record<string, Keyword>> = {
  allOf: { ...list(), build: buildAllOf },
  anyOf: { ...list(), build: buildAnyOf },
  oneOf: { ...list(), build: buildOneOf },
  not: { ...single(), build: buildNot },
  if: { ...single(), build: buildIf },
  // Asked by `if`; without it they are only checked for form.
  then: single(),
  else: single(),
}

function list(): Keyword {
  return { wellFormed: isSchemaList, children: schemaList }
}

function single(): Keyword {
  return { wellFormed: isSchema, children: oneSchema }
}

function buildAllOf(
  schemas: unknown,
  _schema: Schema,
  compiler: Compiler,
): Check {
  const nodes = schemaList(schemas).map(compiler.node)
  return (run, value, marks) =>
    nodes.every((node) => run.apply(node, value, marks))
}

function buildAnyOf(
  schemas: unknown,
  _schema: Schema,
  compiler: Compiler,
): Check {
  const nodes = schemaList(schemas).map(compiler.node)
  return (run, value, marks) => {
    if (marks === undefined) return nodes.some((node) => run.apply(node, value))
    // Every branch that fits evaluates something, so none is left out.
    return nodes.filter((node) => run.apply(node, value, marks)).length > 0
  }
}

function buildOneOf(
  schemas: unknown,
  _schema: Schema,
  compiler: Compiler,
): Check {
  const nodes = schemaList(schemas).map(compiler.node)
  return (run, value, marks) => {
    let fitting = 0
    for (const node of nodes) {
      if (!run.apply(node, value, marks)) continue
      if (++fitting > 1) return false
    }
    return fitting === 1
  }
}

function buildNot(not: unknown, _schema: Schema, compiler: Compiler): Check {
  const node = compiler.node(not)
  return (run, value) => !run.apply(node, value)
}

function buildIf(
  condition: unknown,
  schema: Schema,
  compiler: Compiler,
): Check | undefined {
  const test = compiler.node(condition)
  const branch = (key: string) => compiler.node(own(schema, key) ?? true)
  const yes = branch('then')
  const no = branch('else')
  return (run, value, marks) =>
    run.apply(run.apply(test, value, marks) ? yes : no, value, marks)
}
