import { isObject } from '../../json/value.js'
import type { Check, Keyword } from '../node.js'
import {
  isCount,
  isNameList,
  isNameListMap,
  isSchema,
  isSchemaMap,
  oneSchema,
  schemaMap,
} from '../shapes.js'

/** Keywords that ask something of objects; other values pass. */
export const OBJECT_KEYWORDS: Readonly<Record<string, Keyword>> = {
  maxProperties: size((members, limit) => members <= limit),
  minProperties: size((members, limit) => members >= limit),
  required: {
    wellFormed: isNameList,
    build: (names) => needs(names as readonly string[]),
  },
  propertyNames: {
    wellFormed: isSchema,
    children: oneSchema,
    build: (names, _schema, compiler) => {
      const node = compiler.node(names)
      return (run, value) =>
        !isObject(value) ||
        Object.keys(value).every((key) => run.apply(node, key))
    },
  },
}

/** What follows from a member being there, in 2020-12. */
export const DEPENDENT_2020: Readonly<Record<string, Keyword>> = {
  dependentRequired: {
    wellFormed: isNameListMap,
    build: (map) =>
      whenPresent(
        Object.entries(map as object).map(([key, names]) => [
          key,
          needs(names as readonly string[]),
        ]),
      ),
  },
  dependentSchemas: {
    wellFormed: isSchemaMap,
    children: schemaMap,
    build: (map, _schema, compiler) =>
      whenPresent(
        Object.entries(map as object).map(([key, schema]) => {
          const node = compiler.node(schema)
          return [key, (run, value, marks) => run.apply(node, value, marks)]
        }),
      ),
  },
}

/** Both in one, in draft-07. */
export const DEPENDENCIES_07: Readonly<Record<string, Keyword>> = {
  dependencies: {
    wellFormed: isDependencies,
    children: dependencySchemas,
    build: (map, _schema, compiler) =>
      whenPresent(
        Object.entries(map as object).map(([key, needed]) => {
          if (isNameList(needed)) return [key, needs(needed)]
          const node = compiler.node(needed)
          return [key, (run, value) => run.apply(node, value)]
        }),
      ),
  },
}

/** A map of schemas and of lists of names. */
export function isDependencies(value: unknown): boolean {
  return (
    isObject(value) &&
    Object.values(value).every((item) => isSchema(item) || isNameList(item))
  )
}

/** The schemas in such a map. */
export function dependencySchemas(value: unknown): readonly unknown[] {
  return schemaMap(value).filter(isSchema)
}

function size(holds: (members: number, limit: number) => boolean): Keyword {
  return {
    wellFormed: isCount,
    build: (limit) => (run, value) => {
      if (!isObject(value)) return true
      const members = Object.keys(value).length
      run.spend(members)
      return holds(members, limit as number)
    },
  }
}

function needs(names: readonly string[]): Check {
  return (run, value) => {
    if (!isObject(value)) return true
    run.spend(names.length)
    return names.every((name) => Object.hasOwn(value, name))
  }
}

function whenPresent(checks: readonly (readonly [string, Check])[]): Check {
  return (run, value, marks) => {
    if (!isObject(value)) return true
    run.spend(checks.length)
    return checks.every(
      ([key, check]) => !Object.hasOwn(value, key) || check(run, value, marks),
    )
  }
}
