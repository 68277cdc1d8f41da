import { isObject, own } from '../json/value.js'
import type { Vocabulary } from './node.js'
import type { Resource } from './resource.js'

export type ResourceIndex = {
  readonly resources: readonly Resource[]
  /** The resource that a subschema of the document belongs to. */
  readonly resourceOf: (schema: object) => Resource
}

/** Finds the embedded resources and the anchors of a document. */
export function indexResources(
  root: unknown,
  vocabulary: Vocabulary,
): ResourceIndex {
  const main = createResource(root)
  const resources = [main]
  const owner = new Map<object, Resource>()

  function visit(schema: unknown, outer: Resource): void {
    if (!isObject(schema)) return
    let resource = outer
    if (vocabulary.opensResource(schema) && schema !== root) {
      resource = createResource(schema)
      resources.push(resource)
    }
    owner.set(schema, resource)
    nameAnchors(schema, resource, vocabulary)
    for (const key of Object.keys(schema)) {
      const keyword = vocabulary.keywords.get(key)
      const value = schema[key]
      if (keyword?.children === undefined || !keyword.wellFormed(value))
        continue
      for (const child of keyword.children(value)) visit(child, resource)
    }
  }

  visit(root, main)
  return { resources, resourceOf: (schema) => owner.get(schema) ?? main }
}

function createResource(root: unknown): Resource {
  return { root, anchors: new Map(), dynamicAnchors: new Map() }
}

function nameAnchors(
  schema: Record<string, unknown>,
  resource: Resource,
  vocabulary: Vocabulary,
): void {
  for (const name of vocabulary.anchorsOf(schema)) {
    const earlier = resource.anchors.get(name)
    const taken = earlier !== undefined && earlier !== schema
    resource.anchors.set(name, taken ? null : schema)
  }
  const dynamic = own(schema, '$dynamicAnchor')
  if (typeof dynamic === 'string') resource.dynamicAnchors.set(dynamic, schema)
}
