import { isObject } from '../../json/value.js'
import { equalJson, isContainer } from '../equality.js'
import type { Check, Keyword } from '../node.js'
import { isAnything, isList, isText } from '../shapes.js'

/** Keywords that ask something of a value of any type. */
export const ANY_KEYWORDS: Readonly<Record<string, Keyword>> = {
  type: { wellFormed: isTypes, build: buildType },
  enum: { wellFormed: isList, build: (list) => oneOf(list as unknown[]) },
  const: { wellFormed: isAnything, build: (value) => oneOf([value]) },
}

const SIMPLE_TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  object: isObject,
  array: isList,
  number: (value) => typeof value === 'number',
  string: isText,
  integer: Number.isInteger,
}

/** One of the seven types, or a list of different ones. */
export function isTypes(value: unknown): boolean {
  const names = isList(value) ? value : [value]
  return (
    names.length > 0 &&
    names.every((name) => isText(name) && Object.hasOwn(SIMPLE_TYPES, name)) &&
    new Set(names).size === names.length
  )
}

function buildType(types: unknown): Check {
  if (isText(types)) {
    const only = SIMPLE_TYPES[types] as (value: unknown) => boolean
    return (_run, value) => only(value)
  }
  const tests = Object.entries(SIMPLE_TYPES).filter(([name]) =>
    (types as string[]).includes(name),
  )
  return (_run, value) => tests.some(([, test]) => test(value))
}

function oneOf(list: readonly unknown[]): Check {
  const single = new Set(list.filter((item) => !isContainer(item)))
  const containers = list.filter(isContainer)
  const weight = JSON.stringify(containers).length
  return (run, value) => {
    if (!isContainer(value)) return single.has(value)
    run.spend(weight)
    return containers.some((item) => equalJson(item, value))
  }
}
