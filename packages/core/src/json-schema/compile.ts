import { isObject, own } from '../json/value.js'
import type { Compiler, Node, Schema } from './node.js'
import { NotCompilable } from './not-compilable.js'
import { createPatterns } from './patterns.js'
import { resolveReference } from './reference.js'
import {
  indexResources,
  type Resource,
  type ResourceIndex,
} from './resources.js'
import { isSchema } from './shapes.js'
import { type Vocabulary, vocabularyFor } from './vocabulary.js'

/** A schema ready to be evaluated, with everything it can reach. */
export type Program = {
  readonly node: Node
  /** True when some `unevaluated…` keyword looks at what others evaluated. */
  readonly tracks: boolean
}

/**
 * Compiles a schema that stands in a document: every keyword well formed by
 * its draft's meta-schema, every reference inside the document, every pattern
 * on the linear engine. Throws NotCompilable.
 */
export function compileSchema(root: unknown, schema: unknown): Program {
  const vocabulary = vocabularyFor(schema, root)
  const nodes = new Map<unknown, Node>()
  const waiting: Node[] = []
  let index: ResourceIndex | undefined
  let isDynamic = false

  function node(part: unknown): Node {
    const known = nodes.get(part)
    if (known !== undefined) return known
    const created: Node = { schema: part, checks: [] }
    nodes.set(part, created)
    waiting.push(created)
    return created
  }

  // Most schemas have no reference, so the document is searched on demand.
  function resources(): ResourceIndex {
    index ??= indexResources(root, vocabulary)
    return index
  }

  const compiler: Compiler = {
    node,
    pattern: createPatterns(),
    reference: (text, from) =>
      node(resolveReference(text, resources().resourceOf(from))),
    dynamicAnchors: (name) => {
      isDynamic = true
      const byResource = new Map<Resource, Node>()
      for (const resource of resources().resources) {
        const target = resource.dynamicAnchors.get(name)
        if (target !== undefined) byResource.set(resource, node(target))
      }
      return byResource
    },
  }

  if (!isSchema(schema)) throw new NotCompilable('not a schema')
  const first = node(schema)
  let tracks = false
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    if (fill(next, vocabulary, compiler)) tracks = true
  if (isDynamic)
    for (const reached of nodes.values())
      if (isObject(reached.schema))
        reached.resource = resources().resourceOf(reached.schema)
  return { node: first, tracks }
}

/** Adds the checks of a schema; true when one of them needs marks. */
function fill(
  target: Node,
  vocabulary: Vocabulary,
  compiler: Compiler,
): boolean {
  const { schema, checks } = target
  if (schema === false) checks.push(() => false)
  if (!isObject(schema)) return false
  const late: typeof checks = []
  for (const key of keywordsOf(schema, vocabulary)) {
    const keyword = vocabulary.keywords.get(key)
    if (keyword === undefined) continue
    const value = schema[key]
    if (!keyword.wellFormed(value))
      throw new NotCompilable(`the keyword ${key} is malformed`)
    keyword.children?.(value).forEach(compiler.node)
    const check = keyword.build?.(value, schema, compiler)
    if (check !== undefined) (keyword.late ? late : checks).push(check)
  }
  checks.push(...late)
  return late.length > 0
}

function keywordsOf(schema: Schema, vocabulary: Vocabulary): readonly string[] {
  return vocabulary.refStandsAlone && own(schema, '$ref') !== undefined
    ? ['$ref']
    : Object.keys(schema)
}
