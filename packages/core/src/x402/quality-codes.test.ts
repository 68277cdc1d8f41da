import { describe, expect, test } from 'vitest'
import {
  isQualityCode,
  QUALITY_CODE_NAMES,
  QUALITY_CODES,
} from './quality-codes.js'

describe('QUALITY_CODES', () => {
  test('default', () => {
    expect(
      QUALITY_CODE_NAMES.map((code) => [
        code,
        QUALITY_CODES[code].reputation_value,
      ]),
    ).toEqual([
      ['quality_ok', 1],
      ['quality_unverified', 0.7],
      ['quality_bad_content_type', 0.4],
      ['quality_schema_mismatch', 0.3],
      ['quality_bad_status', 0.2],
      ['quality_unreachable', 0],
    ])
  })
})

describe('isQualityCode', () => {
  test('default', () => {
    expect(
      ['quality_ok', 'quality_fine', 'toString', ''].map(isQualityCode),
    ).toEqual([true, false, false, false])
  })
})
