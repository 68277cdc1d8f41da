import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addMs,
  addSeconds,
  compareInstants,
  DAY_MS,
  floorUnits,
  formatInstant,
  type Instant,
  millisecondsBetween,
  parseDay,
  parseInstant,
  utcDay,
} from './instant.js'

const at = (text: string): Instant => {
  const instant = parseInstant(text)
  if (instant === undefined) throw new Error(`unreadable: ${text}`)
  return instant
}

describe('parseInstant', () => {
  test.each<[string, Instant]>([
    ['1970-01-01T00:00:00Z', { ms: 0, sub: '' }],
    ['2026-11-30T12:00:00Z', { ms: 1796040000000, sub: '' }],
    ['2026-11-30t12:00:00z', { ms: 1796040000000, sub: '' }],
    ['2026-11-30T14:00:00+02:00', { ms: 1796040000000, sub: '' }],
    ['2026-11-30T07:30:00-04:30', { ms: 1796040000000, sub: '' }],
    ['2026-11-30T12:00:00-00:00', { ms: 1796040000000, sub: '' }],
    ['2026-11-30T12:00:00.5Z', { ms: 1796040000500, sub: '' }],
    ['2026-11-30T12:00:00.1234567890Z', { ms: 1796040000123, sub: '456789' }],
    ['2024-02-29T00:00:00Z', { ms: 1709164800000, sub: '' }],
    ['2000-02-29T00:00:00Z', { ms: 951782400000, sub: '' }],
    ['1969-12-31T23:59:59.999Z', { ms: -1, sub: '' }],
    ['0000-01-01T00:00:00Z', { ms: -62167219200000, sub: '' }],
    ['9999-12-31T23:59:59Z', { ms: 253402300799000, sub: '' }],
  ])('reads %s', (text, expected) => {
    expect(parseInstant(text)).toEqual(expected)
  })

  test.each<unknown>([
    undefined,
    null,
    5,
    {},
    '',
    'now',
    '2026-11-30',
    '2026-11-30T12:00:00',
    '2026-11-30 12:00:00Z',
    '2026-11-30T12:00Z',
    '2026-11-30T12:00:60Z',
    '2026-11-30T24:00:00Z',
    '2026-11-30T12:60:00Z',
    '2026-11-31T12:00:00Z',
    '2026-02-29T12:00:00Z',
    '1900-02-29T12:00:00Z',
    '2026-13-01T12:00:00Z',
    '2026-00-01T12:00:00Z',
    '2026-01-00T12:00:00Z',
    '2026/01/01T12:00:00Z',
    '2026-01/01T12:00:00Z',
    '2026-11-30T12:00:00.Z',
    '2026-11-30T12:00:00+24:00',
    '2026-11-30T12:00:00+02:60',
    '2026-11-30T12:00:00+0200',
    '2026-11-30T12:00:00+02:00x',
    '2026-11-30T12:00:00Zx',
    '2026-11-30T12:00:00+xx:00',
    '2026-11-30T12:00:00+02:x0',
    '+2026-11-30T12:00:00Z',
    '２026-11-30T12:00:00Z',
    '2026-11-30T12.00:00ZZ',
    '2026-11-30T12:00.00ZZ',
    '2026-11-30T-2:00:00Z',
    '2026-11-30T12:-1:00Z',
    '2026-11-30T12:00:-1Z',
    '2026-04-31T12:00:00Z',
    '2026-11-30T12:00:00Q     ',
  ])('leaves %s unread', (value) => {
    expect(parseInstant(value)).toBeUndefined()
  })

  test('behavior: agrees with the runtime on every readable millisecond', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -62167219200000, max: 253402300799999 }),
        (ms) => {
          const text = new Date(ms).toISOString()
          expect(parseInstant(text)).toEqual({ ms, sub: '' })
          expect(at(formatInstant({ ms, sub: '' })).ms).toBe(ms)
        },
      ),
    )
  })

  test('behavior: total on any text', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 15, maxLength: 40 }), (text) => {
        expect(() => parseInstant(text)).not.toThrow()
      }),
    )
  })
})

describe('compareInstants', () => {
  test('default', () => {
    const a = at('2026-11-30T12:00:00.0001Z')
    const b = at('2026-11-30T12:00:00.00011Z')
    expect(compareInstants(a, b)).toBeLessThan(0)
    expect(compareInstants(b, a)).toBeGreaterThan(0)
    expect(compareInstants(a, at('2026-11-30T12:00:00.000100Z'))).toBe(0)
    expect(compareInstants(a, at('2026-11-30T12:00:01Z'))).toBeLessThan(0)
  })
})

describe('floorUnits', () => {
  test.each<[string, string, number]>([
    ['2026-11-30T12:00:00Z', '2026-11-16T12:00:00Z', 14],
    ['2026-11-30T12:00:00Z', '2026-11-16T12:00:00.0000001Z', 13],
    ['2026-11-30T12:00:00.0000001Z', '2026-11-16T12:00:00Z', 14],
    ['2026-11-16T12:00:00Z', '2026-11-16T12:00:00.0000001Z', -1],
  ])('%s − %s is %i days', (a, b, days) => {
    expect(floorUnits(at(a), at(b), DAY_MS)).toBe(days)
  })
})

describe('millisecondsBetween', () => {
  test('default', () => {
    expect(
      millisecondsBetween(
        at('1970-01-01T00:00:02Z'),
        at('1970-01-01T00:00:00Z'),
      ),
    ).toEqual({ n: 2000n, d: 1n })
    expect(
      millisecondsBetween(
        at('1970-01-01T00:00:00.0005Z'),
        at('1970-01-01T00:00:00Z'),
      ),
    ).toEqual({ n: 5n, d: 10n })
  })
})

describe('formatInstant', () => {
  test.each<[Instant, string]>([
    [{ ms: 1796040000000, sub: '' }, '2026-11-30T12:00:00Z'],
    [{ ms: 1796040000007, sub: '9' }, '2026-11-30T12:00:00.007Z'],
    [{ ms: 1796040000000, sub: '9' }, '2026-11-30T12:00:00Z'],
    [{ ms: 9e15, sub: '' }, '9999-12-31T23:59:59Z'],
    [{ ms: -9e15, sub: '' }, '0000-01-01T00:00:00Z'],
  ])('%o', (instant, text) => {
    expect(formatInstant(instant)).toBe(text)
  })
})

describe('addMs, utcDay', () => {
  test('default', () => {
    expect(addMs({ ms: 5, sub: '1' }, -5)).toEqual({ ms: 0, sub: '1' })
    expect(utcDay(at('2026-11-30T23:59:59.9Z'))).toBe('2026-11-30')
    expect(utcDay(at('2026-11-30T23:59:59-01:00'))).toBe('2026-12-01')
  })
})

describe('parseDay', () => {
  test('default', () => {
    expect(parseDay('1970-01-01')).toBe(0)
    expect(parseDay('2026-11-30')).toBe(20_787)
    expect(parseDay('0000-02-29')).toBe(-719_469)
  })

  test.each([
    '2026-11-31',
    '2026-13-01',
    '2026-00-01',
    '2026-11-00',
    '2026-02-29',
    '2026/11-30',
    '2026-11/30',
    '2026-11-3',
    '2026-11-30T00:00:00Z',
    '+026-11-30',
    20_787,
    null,
  ])('behavior: %s is no day', (value) => {
    expect(parseDay(value)).toBeUndefined()
  })
})

describe('addSeconds', () => {
  test.each<[string, number, Instant]>([
    ['1970-01-01T00:00:00Z', 60, { ms: 60_000, sub: '' }],
    ['1970-01-01T00:00:00Z', 0.5, { ms: 500, sub: '' }],
    ['1970-01-01T00:00:00Z', 0.1, { ms: 100, sub: '' }],
    ['1970-01-01T00:00:00Z', 1.001, { ms: 1_001, sub: '' }],
    ['1970-01-01T00:00:00Z', 1e-7, { ms: 0, sub: '0001' }],
    ['1970-01-01T00:00:00.0005Z', 1, { ms: 1_000, sub: '5' }],
    ['1970-01-01T00:00:00.0005Z', 0.0005, { ms: 1, sub: '' }],
    ['1970-01-01T00:00:00.0009999Z', 0.0001, { ms: 1, sub: '0999' }],
    ['1970-01-01T00:00:01Z', -0.0001, { ms: 999, sub: '9' }],
  ])('default %s + %d s', (at, seconds, expected) => {
    expect(addSeconds(parseInstant(at) as Instant, seconds)).toEqual(expected)
  })
})
