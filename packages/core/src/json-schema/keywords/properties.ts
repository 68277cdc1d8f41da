import { isObject, own } from '../../json/value.js'
import type { Check, Compiler, Keyword, Node, Run, Schema } from '../node.js'
import type { Pattern } from '../patterns.js'
import { isSchema, isSchemaMap, oneSchema, schemaMap } from '../shapes.js'

/** Keywords that apply schemas to the members of an object. */
export const PROPERTY_KEYWORDS: Readonly<Record<string, Keyword>> = {
  properties: {
    wellFormed: isSchemaMap,
    children: schemaMap,
    build: buildProperties,
  },
  patternProperties: {
    wellFormed: isSchemaMap,
    children: schemaMap,
    build: buildPatternProperties,
  },
  additionalProperties: {
    wellFormed: isSchema,
    children: oneSchema,
    build: buildAdditionalProperties,
  },
}

function buildProperties(
  map: unknown,
  _schema: Schema,
  compiler: Compiler,
): Check {
  const nodes = Object.entries(map as object).map(
    ([key, schema]) => [key, compiler.node(schema)] as const,
  )
  return (run, value, marks) => {
    if (!isObject(value)) return true
    run.spend(nodes.length)
    for (const [key, node] of nodes) {
      if (!Object.hasOwn(value, key)) continue
      if (!run.apply(node, value[key])) return false
      marks?.keys.add(key)
    }
    return true
  }
}

function buildPatternProperties(
  map: unknown,
  _schema: Schema,
  compiler: Compiler,
): Check {
  const nodes = Object.entries(map as object).map(
    ([text, schema]) =>
      [compiler.pattern(text), compiler.node(schema)] as const,
  )
  return (run, value, marks) => {
    if (!isObject(value)) return true
    for (const key of Object.keys(value))
      for (const [pattern, node] of nodes) {
        if (!matches(run, pattern, key)) continue
        if (!run.apply(node, value[key])) return false
        marks?.keys.add(key)
      }
    return true
  }
}

function buildAdditionalProperties(
  additional: unknown,
  schema: Schema,
  compiler: Compiler,
): Check {
  const node: Node = compiler.node(additional)
  const named = own(schema, 'properties')
  const known = new Set(isObject(named) ? Object.keys(named) : [])
  const patterned = own(schema, 'patternProperties')
  const patterns = isObject(patterned)
    ? Object.keys(patterned).map(compiler.pattern)
    : []
  return (run, value, marks) => {
    if (!isObject(value)) return true
    for (const key of Object.keys(value)) {
      if (known.has(key)) continue
      if (patterns.some((pattern) => matches(run, pattern, key))) continue
      if (!run.apply(node, value[key])) return false
      marks?.keys.add(key)
    }
    return true
  }
}

function matches(run: Run, pattern: Pattern, key: string): boolean {
  run.spend(pattern.size * (key.length + 1))
  return pattern.test(key)
}
