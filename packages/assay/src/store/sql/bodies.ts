import { hash } from 'node:crypto'
import { isObject } from '@assay402/core'
import { StoreFault } from '../errors.js'

/** Where a body stood: the members and items that lead to it. */
export type BodyPath = readonly (string | number)[]

/** A value without its bodies, and the bodies by SHA-256 in hex. */
export type Detached = {
  readonly value: unknown
  readonly places: readonly (readonly [path: BodyPath, sha256: string])[]
  readonly bodies: ReadonlyMap<string, Buffer>
}

/** A shorter body costs more in a row of its own. */
const WORTH_DETACHING = 256
const MEMBER = /_base64$/

/**
 * Takes out the texts of members named `…_base64` that are canonical base64 of
 * some length; null stands in their place. What is not exactly recoverable
 * stays where it is.
 */
export function detachBodies(value: unknown): Detached {
  const places: [BodyPath, string][] = []
  const bodies = new Map<string, Buffer>()
  const take = (text: string, path: BodyPath): boolean => {
    const bytes = Buffer.from(text, 'base64')
    if (bytes.toString('base64') !== text) return false
    const sha256 = hash('sha256', bytes)
    if (!bodies.has(sha256)) bodies.set(sha256, bytes)
    places.push([path, sha256])
    return true
  }
  return { value: without(value, [], take), places, bodies }
}

/** Puts bodies back in place, changing `value`, which must be its own copy. */
export function attachBodies(
  value: unknown,
  places: Detached['places'],
  bodyOf: (sha256: string) => Uint8Array | undefined,
): void {
  for (const [path, sha256] of places) {
    const body = bodyOf(sha256)
    if (body === undefined)
      throw new StoreFault(`the body ${sha256} of stored evidence is missing`)
    const holder = path.slice(0, -1).reduce<unknown>(member, value)
    const last = path.at(-1)
    if (typeof last === 'string' && isObject(holder))
      Object.assign(holder, { [last]: Buffer.from(body).toString('base64') })
  }
}

type Take = (text: string, path: BodyPath) => boolean

// `path` is one array that grows and shrinks on the way; copied when kept.
function without(
  value: unknown,
  path: (string | number)[],
  take: Take,
): unknown {
  if (Array.isArray(value)) {
    const depth = path.length
    const items = value.map((item, i) => {
      path[depth] = i
      return without(item, path, take)
    })
    path.length = depth
    return items
  }
  return isObject(value) ? withoutMembers(value, path, take) : value
}

function withoutMembers(
  value: object,
  path: (string | number)[],
  take: Take,
): object {
  const copy: Record<string, unknown> = { ...value }
  const depth = path.length
  for (const key of Object.keys(copy)) {
    const inner = copy[key]
    path[depth] = key
    if (typeof inner === 'object' && inner !== null)
      define(copy, key, without(inner, path, take))
    else if (isBody(key, inner) && take(inner, [...path])) copy[key] = null
  }
  path.length = depth
  return copy
}

function isBody(key: string, value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length >= WORTH_DETACHING &&
    MEMBER.test(key)
  )
}

// A member named __proto__ is data: assigning it would change the prototype.
function define(
  object: Record<string, unknown>,
  key: string,
  value: unknown,
): void {
  if (key !== '__proto__') object[key] = value
  else
    Object.defineProperty(object, key, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    })
}

function member(holder: unknown, step: string | number): unknown {
  return (holder as Record<string | number, unknown>)[step]
}
