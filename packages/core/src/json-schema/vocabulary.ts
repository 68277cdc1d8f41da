import { own } from '../json/value.js'
import {
  ANNOTATIONS,
  ANNOTATIONS_07,
  ANNOTATIONS_2020,
} from './keywords/annotation.js'
import { ANY_KEYWORDS } from './keywords/any.js'
import { ARRAY_KEYWORDS, ITEMS_07, ITEMS_2020 } from './keywords/array.js'
import { CONTAINS_07, CONTAINS_2020 } from './keywords/contains.js'
import { IN_PLACE_KEYWORDS } from './keywords/in-place.js'
import { NUMERIC_KEYWORDS } from './keywords/numeric.js'
import {
  DEPENDENCIES_07,
  DEPENDENT_2020,
  OBJECT_KEYWORDS,
} from './keywords/object.js'
import { PROPERTY_KEYWORDS } from './keywords/properties.js'
import { DYNAMIC_REF, REF } from './keywords/reference.js'
import { TEXT_KEYWORDS } from './keywords/text.js'
import { UNEVALUATED_KEYWORDS } from './keywords/unevaluated.js'
import type { Schema, Vocabulary } from './node.js'

/** Draft-07 when `$schema` says so (the schema's own first), else 2020-12. */
export function vocabularyFor(schema: unknown, root: unknown): Vocabulary {
  const named = schemaUri(schema) ?? schemaUri(root)
  return typeof named === 'string' && DRAFT_07_URI.test(named)
    ? DRAFT_07
    : DRAFT_2020_12
}

const DRAFT_07_URI = /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/

const COMMON = {
  $ref: REF,
  ...ANNOTATIONS,
  ...ANY_KEYWORDS,
  ...NUMERIC_KEYWORDS,
  ...TEXT_KEYWORDS,
  ...ARRAY_KEYWORDS,
  ...OBJECT_KEYWORDS,
  ...PROPERTY_KEYWORDS,
  ...IN_PLACE_KEYWORDS,
}

const DRAFT_07: Vocabulary = {
  keywords: new Map(
    Object.entries({
      ...COMMON,
      ...ANNOTATIONS_07,
      ...ITEMS_07,
      ...CONTAINS_07,
      ...DEPENDENCIES_07,
    }),
  ),
  refStandsAlone: true,
  opensResource: (schema) => {
    const id = idOf(schema)
    return id !== undefined && !id.startsWith('#')
  },
  anchorsOf: (schema) => {
    const id = idOf(schema)
    return id?.startsWith('#') ? [id.slice(1)] : []
  },
}

const DRAFT_2020_12: Vocabulary = {
  keywords: new Map(
    Object.entries({
      ...COMMON,
      $dynamicRef: DYNAMIC_REF,
      ...ANNOTATIONS_2020,
      ...ITEMS_2020,
      ...CONTAINS_2020,
      ...DEPENDENT_2020,
      ...UNEVALUATED_KEYWORDS,
    }),
  ),
  refStandsAlone: false,
  opensResource: (schema) => typeof own(schema, '$id') === 'string',
  anchorsOf: (schema) =>
    ['$anchor', '$dynamicAnchor']
      .map((key) => own(schema, key))
      .filter((name) => typeof name === 'string'),
}

function schemaUri(schema: unknown): unknown {
  return typeof schema === 'object' && schema !== null
    ? own(schema, '$schema')
    : undefined
}

/** In draft-07 an `$id` beside a `$ref` is ignored. */
function idOf(schema: Schema): string | undefined {
  const id = own(schema, '$id')
  return typeof id === 'string' && own(schema, '$ref') === undefined
    ? id
    : undefined
}
