import { equalityKey, isContainer } from '../equality.js'
import type { Check, Keyword, Node } from '../node.js'
import {
  isCount,
  isFlag,
  isList,
  isSchema,
  isSchemaList,
  oneSchema,
  schemaList,
} from '../shapes.js'

/** Keywords that ask something of lists; other values pass. */
export const ARRAY_KEYWORDS: Readonly<Record<string, Keyword>> = {
  maxItems: count((items, limit) => items <= limit),
  minItems: count((items, limit) => items >= limit),
  uniqueItems: {
    wellFormed: isFlag,
    build: (wanted) => (wanted === true ? areUnique : undefined),
  },
}

/** How 2020-12 names the items of a list. */
export const ITEMS_2020: Readonly<Record<string, Keyword>> = {
  prefixItems: {
    wellFormed: isSchemaList,
    children: schemaList,
    build: (schemas, _schema, compiler) =>
      eachOf(schemaList(schemas).map(compiler.node)),
  },
  items: {
    wellFormed: isSchema,
    children: oneSchema,
    build: (items, schema, compiler) =>
      from(lengthOf(schema['prefixItems']), compiler.node(items)),
  },
}

/** How draft-07 does. */
export const ITEMS_07: Readonly<Record<string, Keyword>> = {
  items: {
    wellFormed: (value) => isSchema(value) || isSchemaList(value),
    children: (value) => (isList(value) ? value : [value]),
    build: (items, _schema, compiler) =>
      isList(items)
        ? eachOf(items.map(compiler.node))
        : from(0, compiler.node(items)),
  },
  additionalItems: {
    wellFormed: isSchema,
    children: oneSchema,
    build: (additional, schema, compiler) =>
      isList(schema['items'])
        ? from(schema['items'].length, compiler.node(additional))
        : undefined,
  },
}

function count(holds: (items: number, limit: number) => boolean): Keyword {
  return {
    wellFormed: isCount,
    build: (limit) => (_run, value) =>
      !isList(value) || holds(value.length, limit as number),
  }
}

const areUnique: Check = (run, value) => {
  if (!isList(value)) return true
  run.spend(value.length)
  const plain = value.filter((item) => !isContainer(item))
  if (new Set(plain).size < plain.length) return false
  const seen = new Set<string>()
  for (const item of value) {
    if (!isContainer(item)) continue
    const key = equalityKey(item)
    run.spend(key.length)
    if (seen.has(key)) return false
    seen.add(key)
  }
  return true
}

function lengthOf(list: unknown): number {
  return isList(list) ? list.length : 0
}

/** The first items each by their own schema. */
function eachOf(nodes: readonly Node[]): Check {
  return (run, value, marks) => {
    if (!isList(value)) return true
    const covered = Math.min(nodes.length, value.length)
    if (marks !== undefined) marks.upTo = Math.max(marks.upTo, covered)
    for (let i = 0; i < covered; i++)
      if (!run.apply(nodes[i] as Node, value[i])) return false
    return true
  }
}

/** All items from an index on by one schema. */
function from(start: number, node: Node): Check {
  return (run, value, marks) => {
    if (!isList(value)) return true
    if (marks !== undefined) marks.upTo = value.length
    for (let i = start; i < value.length; i++)
      if (!run.apply(node, value[i])) return false
    return true
  }
}
