import { own } from '../../json/value.js'
import type { Check, Compiler, Keyword, Node, Schema } from '../node.js'
import { fragmentOf } from '../reference.js'
import { isText } from '../shapes.js'

/** `$ref`, the same in both drafts. */
export const REF: Keyword = {
  wellFormed: isText,
  build: (text, schema, compiler) =>
    applies(compiler.reference(text as string, schema)),
}

/** `$dynamicRef` of 2020-12. */
export const DYNAMIC_REF: Keyword = {
  wellFormed: isText,
  build: buildDynamicRef,
}

function applies(node: Node): Check {
  return (run, value, marks) => run.apply(node, value, marks)
}

function buildDynamicRef(
  text: unknown,
  schema: Schema,
  compiler: Compiler,
): Check {
  const first = compiler.reference(text as string, schema)
  const name = fragmentOf(text as string)
  const isDynamic =
    typeof first.schema === 'object' &&
    own(first.schema as object, '$dynamicAnchor') === name
  // Without a dynamic anchor of that name it is an ordinary reference.
  if (!isDynamic) return applies(first)
  const byResource = compiler.dynamicAnchors(name)
  return (run, value, marks) => {
    const outermost = run.scope.find((resource) => byResource.has(resource))
    const target = outermost && byResource.get(outermost)
    return run.apply(target as Node, value, marks)
  }
}
