import { isObject } from '../../json/value.js'
import type { Keyword } from '../node.js'
import {
  isAnything,
  isFlag,
  isList,
  isSchema,
  isSchemaMap,
  isText,
  oneSchema,
  schemaMap,
} from '../shapes.js'
import { dependencySchemas, isDependencies } from './object.js'

const TEXT: Keyword = { wellFormed: isText }
const FLAG: Keyword = { wellFormed: isFlag }

/** Keywords that ask nothing but must be well formed, in both drafts. */
export const ANNOTATIONS: Readonly<Record<string, Keyword>> = {
  $schema: TEXT,
  $comment: TEXT,
  title: TEXT,
  description: TEXT,
  default: { wellFormed: isAnything },
  readOnly: FLAG,
  writeOnly: FLAG,
  examples: { wellFormed: isList },
  format: TEXT,
  contentEncoding: TEXT,
  contentMediaType: TEXT,
  definitions: { wellFormed: isSchemaMap, children: schemaMap },
}

export const ANNOTATIONS_07: Readonly<Record<string, Keyword>> = {
  $id: TEXT,
}

export const ANNOTATIONS_2020: Readonly<Record<string, Keyword>> = {
  $id: { wellFormed: (value) => isText(value) && ID.test(value) },
  $anchor: { wellFormed: isAnchor },
  $dynamicAnchor: { wellFormed: isAnchor },
  $vocabulary: {
    wellFormed: (value) =>
      isObject(value) && Object.values(value).every(isFlag),
  },
  $defs: { wellFormed: isSchemaMap, children: schemaMap },
  deprecated: FLAG,
  contentSchema: { wellFormed: isSchema, children: oneSchema },
  // No longer keywords, but the meta-schema still asks for their old form.
  dependencies: { wellFormed: isDependencies, children: dependencySchemas },
  $recursiveAnchor: { wellFormed: isAnchor },
  $recursiveRef: TEXT,
}

const ID = /^[^#]*#?$/
const ANCHOR = /^[A-Za-z_][-A-Za-z0-9._]*$/

function isAnchor(value: unknown): boolean {
  return isText(value) && ANCHOR.test(value)
}
