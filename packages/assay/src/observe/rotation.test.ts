import { describe, expect, test } from 'vitest'
import type { Observation } from '../store/store.js'
import { observationOf } from '../store/testing/samples.js'
import { rotationOf } from './rotation.js'

const HOUR = 3_600_000
const BASE = 'eip155:8453'

/** `A@0 B@36`: wallet letters at hours. */
function seen(text: string): Observation[] {
  return text.split(' ').map((word, i) => {
    const [wallet = '', hours = ''] = word.split('@')
    return observationOf(i, {
      at: Number(hours) * HOUR,
      network: BASE,
      pay_to: wallet === '-' ? null : `0x${wallet.repeat(40)}`,
    })
  })
}

describe('rotationOf', () => {
  test.each<[string, string, boolean, boolean]>([
    ['nothing seen', '-@0', false, false],
    ['one wallet', 'A@0 A@100', false, false],
    ['3 changes over 72 h', 'A@0 B@6 C@40 D@78', true, false],
    ['3 changes over less', 'A@0 B@6 C@40 D@77.9', false, false],
    ['2 changes', 'A@0 B@6 C@100', false, false],
    ['back and forth', 'A@0 B@6 A@40 B@78', true, false],
    [
      'a stable run of 7 days before',
      'A@0 A@162 B@168 C@180 D@250',
      false,
      true,
    ],
    [
      'a run just under 7 days before',
      'A@0 A@161 B@167.9 C@180 D@250',
      true,
      false,
    ],
    ['a stable run afterwards', 'A@0 B@6 C@40 D@78 D@246', false, true],
    ['letters only differ in case', 'a@0 A@6 a@40 A@78', false, false],
    ['termless looks between', 'A@0 -@3 B@6 -@10 C@40 D@78', true, false],
  ])('%s', (_, text, rotating, settled) => {
    expect(rotationOf(seen(text), BASE)).toEqual({ rotating, settled })
  })

  test('behavior: order means nothing, checks and other networks do not count', () => {
    const rows = seen('A@0 B@6 C@40 D@78')
    expect(rotationOf(rows.toReversed(), BASE).rotating).toBe(true)
    expect(rotationOf(rows, 'eip155:1').rotating).toBe(false)
    const checks = rows.map((row) => ({ ...row, origin: 'check' as const }))
    expect(rotationOf(checks, BASE).rotating).toBe(false)
  })

  test('behavior: a stable run that is no longer kept still counts', () => {
    expect(rotationOf(seen('A@0 B@6 C@40 D@78'), BASE, true)).toEqual({
      rotating: false,
      settled: true,
    })
  })
})
