import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { RULEBOOKS, rulebookOf } from '../rulebooks/index.js'
import { describeRulebook, jsonSchemaOf } from './describe.js'
import { isInputError, nowField, readInput, rowDate, rows } from './input.js'
import { fillText } from './rulebook.js'
import { rulebookToText } from './to-text.js'

describe.each(RULEBOOKS)('rulebook $id', (rulebook) => {
  test('describes itself as JSON, whole and stable', () => {
    const described = describeRulebook(rulebook)
    expect(JSON.parse(JSON.stringify(described))).toEqual(described)
    expect(described['id']).toBe(rulebook.id)
    expect(described['input_schema']).toMatchObject({ type: 'object' })
  })

  test('its text names every rule, threshold and reason', () => {
    const text = rulebookToText(rulebook)
    for (const { id } of rulebook.rules) expect(text).toContain(id)
    for (const name of Object.keys(rulebook.thresholds))
      expect(text).toContain(name)
    for (const code of Object.keys(rulebook.reasons))
      expect(text).toContain(code)
  })

  test('says what is not an input', () => {
    for (const input of [null, 5, 'x', [], {}])
      expect(isInputError(rulebook.judge(input) as object)).toBe(true)
  })
})

describe('rulebookOf', () => {
  test('default', () => {
    expect(rulebookOf('terms')?.version).toBe('2026-10-15')
    expect(rulebookOf('constructor')).toBeUndefined()
  })
})

describe('readInput', () => {
  const schema = z.object({
    now: nowField,
    list: rows(z.object({ at: rowDate })),
  })

  test('default: leaves unreadable rows out', () => {
    const read = readInput(schema, {
      now: '2026-11-30T12:00:00Z',
      list: [{ at: '2026-11-30T12:00:00Z' }, { at: 'x' }, 5, null, {}],
    })
    expect(read).toMatchObject({
      ok: true,
      value: { list: [{ at: { sub: '' } }] },
    })
  })

  test.each<[unknown, string]>([
    [null, ''],
    [{}, 'now'],
    [{ now: 'yesterday', list: [] }, 'now'],
    [{ now: '2026-11-30T12:00:00Z', list: {} }, 'list'],
  ])('behavior: %j fails at "%s"', (input, path) => {
    expect(readInput(schema, input)).toMatchObject({
      ok: false,
      error: { error: { code: 'invalid_input', path } },
    })
  })

  test('behavior: the JSON Schema shows the row', () => {
    expect(jsonSchemaOf(schema, 'input')['properties']).toMatchObject({
      list: {
        type: 'array',
        items: { properties: { at: { type: 'string' } } },
      },
    })
  })
})

describe('fillText', () => {
  test('default', () => {
    expect(fillText('{a} of {b} {c}', { a: 1, b: 'x' })).toBe('1 of x {c}')
  })
})
