import { describe, expect, test } from 'vitest'
import type { CollectedHeaders } from './headers.js'
import { looksLikeJson, readPaymentHeader } from './payment-header.js'
import { base64 } from './testing/challenge-samples.js'

const A = base64('{"a":1}')
const B = base64('{"b":1}')
// Its base64 needs both characters that the two alphabets differ in.
const ODD = '{"a":"~~~???>>>"}'

function read(value: CollectedHeaders[string]) {
  const { json, defects } = readPaymentHeader({ 'Payment-Required': value })
  return { value: json?.value ?? null, defects }
}

describe('readPaymentHeader', () => {
  test.each<[string, CollectedHeaders[string], unknown, string[]]>([
    ['plain', A, { a: 1 }, []],
    ['blanks around', `  ${A}\t`, { a: 1 }, []],
    ['blanks inside', `${A.slice(0, 4)} \n${A.slice(4)}`, { a: 1 }, []],
    ['without padding', A.replace(/=+$/, ''), { a: 1 }, []],
    ['no values', [], null, []],
    ['empty', '', null, ['header_unreadable']],
    ['empty parts only', [' , ', ''], null, ['header_unreadable']],
    ['empty parts beside one', ` ,${A}, ,`, { a: 1 }, []],
    ['equal parts', `${A}, ${A}`, { a: 1 }, ['header_repeated']],
    ['equal values', [A, ` ${A} `], { a: 1 }, ['header_repeated']],
    ['unequal parts', `${A},${B}`, { a: 1 }, ['header_conflict']],
    ['unequal values', [B, A, B], { b: 1 }, ['header_conflict']],
    [
      'the first part is read, even when it is broken',
      ['!!!', A],
      null,
      ['header_conflict', 'header_unreadable'],
    ],
    ['raw JSON', '{"a":[1,2]}', { a: [1, 2] }, ['header_raw_json']],
    ['raw JSON, blanks before', ' \t{"a":1}', { a: 1 }, ['header_raw_json']],
    ['raw JSON after a mark', '\ufeff{"a":1}', { a: 1 }, ['header_raw_json']],
    ['raw list', '[1,2]', null, ['header_raw_json', 'header_unreadable']],
    [
      'broken raw JSON',
      '{"a":1',
      null,
      ['header_raw_json', 'json_invalid', 'header_unreadable'],
    ],
    [
      'raw JSON twice',
      ['{"a":1}', '{"a":1}'],
      { a: 1 },
      ['header_repeated', 'header_raw_json'],
    ],
    [
      'URL alphabet',
      Buffer.from(ODD).toString('base64url'),
      { a: '~~~???>>>' },
      ['header_base64url'],
    ],
    ['standard alphabet', base64(ODD), { a: '~~~???>>>' }, []],
    [
      'not UTF-8',
      Buffer.from('{"a":"\u00ff"}', 'latin1').toString('base64'),
      { a: '\ufffd' },
      ['header_not_utf8'],
    ],
    ['a byte order mark', base64('\ufeff{"a":1}'), { a: 1 }, []],
    ['not base64', '!!!', null, ['header_unreadable']],
    ['4n+1 characters', 'abcde', null, ['header_unreadable']],
    ['no JSON', base64('hello'), null, ['json_invalid', 'header_unreadable']],
    ['NaN', base64('NaN'), null, ['json_invalid', 'header_unreadable']],
    ['padding only', '==', null, ['json_invalid', 'header_unreadable']],
    ['a JSON text', base64('"x"'), null, ['header_unreadable']],
    ['null', base64('null'), null, ['header_unreadable']],
    [
      'too deep',
      base64('['.repeat(33)),
      null,
      ['json_too_deep', 'header_unreadable'],
    ],
    [
      'too large',
      base64(`{"a":"${'x'.repeat(131_072)}"}`),
      null,
      ['too_large', 'header_unreadable'],
    ],
  ])('default %s', (_, given, value, defects) => {
    expect(read(given)).toEqual({ value, defects })
  })

  test('behavior: no header', () => {
    expect(readPaymentHeader({ 'x-payment-required': A })).toEqual({
      json: null,
      defects: [],
    })
  })

  test('behavior: several spellings of its name are one header', () => {
    const headers = { 'PAYMENT-REQUIRED': B, 'payment-required': A }
    const { json, defects } = readPaymentHeader(headers)
    expect(json?.value).toEqual({ b: 1 })
    expect(defects).toEqual(['header_conflict'])
  })
})

describe('looksLikeJson', () => {
  test.each<[string, boolean]>([
    ['{', true],
    ['[', true],
    ['\ufeff \t\r\n[', true],
    ['', false],
    [' ', false],
    ['<html>', false],
    ['"{"', false],
    ['\u00a0{', false],
  ])('default %j', (text, expected) => {
    expect(looksLikeJson(text)).toBe(expected)
  })
})
