import { isObject, own } from '../json/value.js'
import { CATALOG_LIMITS } from './limits.js'

/**
 * What a `$ref` inside the document leads to, the value itself when it is no
 * reference, `undefined` when it leads outside, nowhere or in a circle.
 */
export function dereferenced(document: unknown, value: unknown): unknown {
  let here = value
  for (let turn = 0; turn <= CATALOG_LIMITS.references; turn++) {
    const reference = isObject(here) ? own(here, '$ref') : undefined
    if (typeof reference !== 'string') return here
    if (!reference.startsWith('#/')) return undefined
    here = pointed(document, reference.slice(2))
  }
  return undefined
}

function pointed(document: unknown, pointer: string): unknown {
  let here = document
  for (const part of pointer.split('/')) {
    if (typeof here !== 'object' || here === null) return undefined
    here = own(here, part.replaceAll('~1', '/').replaceAll('~0', '~'))
  }
  return here
}
