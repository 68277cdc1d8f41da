import { own } from '../json/value.js'
import { NotCompilable } from './not-compilable.js'
import type { Resource } from './resource.js'
import { isSchema } from './shapes.js'

/** The schema a `#…` reference means inside its resource; throws NotCompilable. */
export function resolveReference(text: string, resource: Resource): unknown {
  const fragment = fragmentOf(text)
  const target =
    fragment === '' || fragment.startsWith('/')
      ? at(resource.root, fragment)
      : resource.anchors.get(fragment)
  if (!isSchema(target)) throw new NotCompilable('a reference to no schema')
  return target
}

/** What stands after the `#`, percent-decoded; throws NotCompilable. */
export function fragmentOf(text: string): string {
  if (!text.startsWith('#'))
    throw new NotCompilable('a reference outside the document')
  try {
    return decodeURIComponent(text.slice(1))
  } catch {
    throw new NotCompilable('an unreadable reference')
  }
}

function at(root: unknown, pointer: string): unknown {
  let value = root
  for (const token of pointer.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) return undefined
    if (Array.isArray(value) && !INDEX.test(token)) return undefined
    value = own(value, token.replaceAll('~1', '/').replaceAll('~0', '~'))
  }
  return value
}

const INDEX = /^(?:0|[1-9][0-9]*)$/
