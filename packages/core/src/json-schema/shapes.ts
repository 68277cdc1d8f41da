import { isObject } from '../json/value.js'

/** The forms that the meta-schemas ask of keyword values. */
export const isText = (value: unknown): value is string =>
  typeof value === 'string'

export const isFlag = (value: unknown): value is boolean =>
  typeof value === 'boolean'

export const isNumber = (value: unknown): value is number =>
  typeof value === 'number'

export const isPositive = (value: unknown): value is number =>
  isNumber(value) && value > 0

/** A whole number from 0; `2.0` is one. */
export const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0

export const isList = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value)

export const isAnything = (_value: unknown): boolean => true

export const isSchema = (value: unknown): boolean =>
  isFlag(value) || isObject(value)

export const isSchemaList = (value: unknown): value is readonly unknown[] =>
  isList(value) && value.length > 0 && value.every(isSchema)

export const isSchemaMap = (
  value: unknown,
): value is Readonly<Record<string, unknown>> =>
  isObject(value) && Object.values(value).every(isSchema)

/** A list of different texts; it may be empty. */
export const isNameList = (value: unknown): value is readonly string[] =>
  isList(value) && value.every(isText) && new Set(value).size === value.length

export const isNameListMap = (
  value: unknown,
): value is Readonly<Record<string, readonly string[]>> =>
  isObject(value) && Object.values(value).every(isNameList)

export const oneSchema = (value: unknown) => [value]
export const schemaList = (value: unknown) => value as readonly unknown[]
export const schemaMap = (value: unknown) => Object.values(value as object)
