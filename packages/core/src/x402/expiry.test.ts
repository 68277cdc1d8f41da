import { describe, expect, test } from 'vitest'
import { readJson } from '../json/reader.js'
import type { JsonObject } from '../json/value.js'
import { formatInstant } from '../time/instant.js'
import { earliestExpiry } from './expiry.js'

function read(extra: string): string | null {
  const parsed = readJson(extra, { depth: 32, units: 131_072 })
  if (!parsed.ok) throw new Error(parsed.fault)
  const at = earliestExpiry(parsed.json, parsed.json.value as JsonObject)
  return at && formatInstant(at)
}

describe('earliestExpiry', () => {
  test.each<[string, string | null]>([
    ['1796040030', '2026-11-30T12:00:30Z'],
    ['1796040030.0', '2026-11-30T12:00:30Z'],
    ['1.79604003e9', '2026-11-30T12:00:30Z'],
    ['1796040030.0000000001', null],
    ['1796040030123', '2026-11-30T12:00:30.123Z'],
    ['999999999999', '9999-12-31T23:59:59Z'],
    ['1000000000000', '2001-09-09T01:46:40Z'],
    ['1', '1970-01-01T00:00:01Z'],
    ['0', null],
    ['-5', null],
    ['0.5', null],
    ['1e999', '9999-12-31T23:59:59Z'],
    ['"1796040030"', '2026-11-30T12:00:30Z'],
    ['"001796040030"', '2026-11-30T12:00:30Z'],
    ['"1000000000000"', '2001-09-09T01:46:40Z'],
    [`"${'9'.repeat(400)}"`, '9999-12-31T23:59:59Z'],
    ['"0"', null],
    ['""', null],
    ['" 1796040030"', null],
    ['"1796040030.0"', null],
    ['"-1796040030"', null],
    ['"2026-11-30T13:00:30+01:00"', '2026-11-30T12:00:30Z'],
    ['"2026-11-30T12:00:30"', null],
    ['"2026-11-30T23:59:60Z"', null],
    ['null', null],
    ['true', null],
    ['[1796040030]', null],
  ])('default %s', (value, expected) => {
    expect(read(`{"validBefore":${value}}`)).toBe(expected)
  })

  test.each<[string, string | null]>([
    ['{}', null],
    ['{"other":1796040030}', null],
    ['{"expiresAt":5}', '1970-01-01T00:00:05Z'],
    ['{"expiry":5}', '1970-01-01T00:00:05Z'],
    ['{"deadline":5}', '1970-01-01T00:00:05Z'],
    [
      '{"validBefore":7,"expiresAt":5,"expiry":"x","deadline":6}',
      '1970-01-01T00:00:05Z',
    ],
  ])('behavior: of all fields %s', (extra, expected) => {
    expect(read(extra)).toBe(expected)
  })
})
