import { isObject, own } from '../json/value.js'
import { overLimit } from './json-size.js'
import { SCHEMA_LIMITS } from './limits.js'
import type { Compiler, Node, Schema, Vocabulary } from './node.js'
import { NotCompilable } from './not-compilable.js'
import { createPatterns } from './patterns.js'
import { resolveReference } from './reference.js'
import type { Resource } from './resource.js'
import { indexResources, type ResourceIndex } from './resources.js'
import { isSchema } from './shapes.js'
import { vocabularyFor } from './vocabulary.js'

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
  const dynamic = new Map<string, ReadonlyMap<Resource, Node>>()

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
    index ??= indexDocument(root, vocabulary)
    return index
  }

  const compiler: Compiler = {
    node,
    pattern: createPatterns(),
    reference: (text, from) =>
      node(resolveReference(text, resources().resourceOf(from))),
    dynamicAnchors: (name) => {
      const known = dynamic.get(name)
      if (known !== undefined) return known
      const byResource = new Map<Resource, Node>()
      dynamic.set(name, byResource)
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
  if (dynamic.size > 0)
    for (const reached of nodes.values())
      if (isObject(reached.schema))
        reached.resource = resources().resourceOf(reached.schema)
  return { node: first, tracks }
}

function indexDocument(root: unknown, vocabulary: Vocabulary): ResourceIndex {
  const limits = { depth: SCHEMA_LIMITS.depth, bytes: Number.POSITIVE_INFINITY }
  if (overLimit(root, limits) !== undefined)
    throw new NotCompilable('a document nested too deep')
  return indexResources(root, vocabulary)
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
