import { describe, expect, test } from 'vitest'
import { readJson } from '../json/reader.js'
import { readAmount } from './amount.js'
import { LARGEST_AMOUNT } from './limits.js'

function read(entry: string, version: 1 | 2 = 2) {
  const parsed = readJson(entry, { depth: 32, units: 131_072 })
  if (!parsed.ok) throw new Error(parsed.fault)
  return readAmount(parsed.json, parsed.json.value as object, version)
}

function shownOf(amount: string) {
  const { shown, defects } = read(`{"amount":${amount}}`)
  return [shown, ...defects]
}

const TOO_LARGE = (BigInt(LARGEST_AMOUNT) + 1n).toString()
const ZEROS = '0'.repeat(77)

describe('readAmount', () => {
  test.each<[string, (string | null)[]]>([
    ['"10000"', ['10000']],
    ['"1"', ['1']],
    ['"0"', ['0', 'amount_zero']],
    ['"00"', ['0', 'amount_leading_zeros', 'amount_zero']],
    ['"010000"', ['10000', 'amount_leading_zeros']],
    [`"${ZEROS}7"`, ['7', 'amount_leading_zeros']],
    [`"${ZEROS}07"`, [`${ZEROS}07`, 'amount_unreadable']],
    [`"${LARGEST_AMOUNT}"`, [LARGEST_AMOUNT]],
    [`"${TOO_LARGE}"`, [TOO_LARGE, 'amount_overflow']],
    [`"${'9'.repeat(77)}"`, ['9'.repeat(77)]],
    ['""', ['', 'amount_unreadable']],
    ['"0.02"', ['0.02', 'amount_unreadable']],
    ['"1e4"', ['1e4', 'amount_unreadable']],
    ['"+1"', ['+1', 'amount_unreadable']],
    ['"-1"', ['-1', 'amount_unreadable']],
    ['" 1"', [' 1', 'amount_unreadable']],
    ['"0x2710"', ['0x2710', 'amount_unreadable']],
    ['"１"', ['１', 'amount_unreadable']],
    ['"1\\n"', ['1\n', 'amount_unreadable']],
    ['10000', ['10000', 'amount_number']],
    ['1e4', ['10000', 'amount_number']],
    ['10000.0', ['10000', 'amount_number']],
    ['0', ['0', 'amount_number', 'amount_zero']],
    ['-0', ['0', 'amount_number', 'amount_zero']],
    ['9007199254740991', ['9007199254740991', 'amount_number']],
    ['9007199254740991.4', [null, 'amount_unreadable']],
    ['9007199254740992', [null, 'amount_unreadable']],
    ['0.99999999999999999999', [null, 'amount_unreadable']],
    ['0.5', [null, 'amount_unreadable']],
    ['-1', [null, 'amount_unreadable']],
    ['1e999', [null, 'amount_unreadable']],
    ['null', [null, 'amount_unreadable']],
    ['true', [null, 'amount_unreadable']],
    ['["1"]', [null, 'amount_unreadable']],
    ['{}', [null, 'amount_unreadable']],
  ])('default %s', (amount, expected) => {
    expect(shownOf(amount)).toEqual(expected)
  })

  test.each<[string, 1 | 2, (string | null)[]]>([
    ['{}', 2, [null, 'amount_unreadable']],
    ['{"maxAmountRequired":"7"}', 1, ['7']],
    ['{"amount":"7"}', 1, ['7', 'generation_mix']],
    ['{"maxAmountRequired":"7"}', 2, ['7', 'generation_mix']],
    [
      '{"maxAmountRequired":"x"}',
      2,
      ['x', 'generation_mix', 'amount_unreadable'],
    ],
    ['{"amount":"7","maxAmountRequired":null}', 2, ['7']],
    ['{"amount":null,"maxAmountRequired":"7"}', 2, ['7', 'generation_mix']],
    ['{"amount":"7","maxAmountRequired":"007"}', 2, ['7', 'generation_mix']],
    ['{"amount":"7","maxAmountRequired":7}', 2, ['7', 'generation_mix']],
    [
      '{"amount":7,"maxAmountRequired":"7"}',
      2,
      ['7', 'generation_mix', 'amount_number'],
    ],
    [
      '{"amount":"7","maxAmountRequired":"8"}',
      2,
      ['7', 'generation_mix', 'amount_unreadable'],
    ],
    [
      '{"amount":"7","maxAmountRequired":"8"}',
      1,
      ['8', 'generation_mix', 'amount_unreadable'],
    ],
    [
      '{"amount":"007","maxAmountRequired":"8"}',
      2,
      ['007', 'generation_mix', 'amount_unreadable'],
    ],
    [
      '{"amount":0,"maxAmountRequired":"8"}',
      2,
      [null, 'generation_mix', 'amount_unreadable'],
    ],
    [
      '{"amount":"0","maxAmountRequired":"00"}',
      2,
      ['0', 'generation_mix', 'amount_zero'],
    ],
    [
      '{"amount":"0.1","maxAmountRequired":"0.1"}',
      2,
      ['0.1', 'generation_mix', 'amount_unreadable'],
    ],
  ])('behavior: by generation %s in version %i', (entry, version, expected) => {
    const { shown, defects } = read(entry, version)
    expect([shown, ...defects]).toEqual(expected)
  })

  test.each<[string, string, boolean]>([
    ['{"amount":"10000"}', '{"amount":1e4}', true],
    ['{"amount":"007"}', '{"maxAmountRequired":"7"}', true],
    ['{"amount":"0.1"}', '{"amount":"0.1"}', true],
    ['{"amount":"0.1"}', '{"amount":0.1}', false],
    ['{"amount":0.1}', '{"amount":0.10}', true],
    ['{"amount":"0.1"}', '{"amount":"0.2"}', false],
    ['{"amount":{"a":1,"b":[2]}}', '{"amount":{"b":[2.0],"a":1}}', true],
    ['{}', '{"amount":null}', true],
    ['{"amount":"7","maxAmountRequired":"8"}', '{"amount":"7"}', false],
  ])('behavior: the key of %s and %s', (a, b, same) => {
    expect(read(a).key === read(b).key).toBe(same)
  })
})
