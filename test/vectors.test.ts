import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { judgeOf, RULEBOOK_IDS } from './judges.js'
import { matchesPartially, withoutTexts } from './vectors-compare.js'

// Vectors made by an independent implementation of the same pages. The folder
// is given from outside: without it there is nothing to compare with.
const folder = process.env['ASSAY_VECTORS']

type Vector = {
  readonly id: string
  readonly why?: string
  readonly input: unknown
  readonly expect: unknown
}

function read(file: string): Vector[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Vector)
}

if (folder === undefined || !existsSync(folder)) {
  describe('vectors', () => {
    test.skip('skipped: set ASSAY_VECTORS to a folder of rulebook vectors', () => {})
  })
} else {
  for (const id of RULEBOOK_IDS) {
    describe(`vectors ${id}`, () => {
      for (const vector of read(join(folder, `${id}.jsonl`)))
        test(`${vector.id} ${vector.why ?? ''}`, async () => {
          const judge = await judgeOf(id)
          expect(matchesPartially(judge(vector.input), vector.expect)).toEqual(
            [],
          )
        })
      for (const vector of read(join(folder, 'generated', `${id}.jsonl`)))
        test(vector.id, async () => {
          const judge = await judgeOf(id)
          expect(withoutTexts(id, judge(vector.input))).toEqual(
            withoutTexts(id, vector.expect),
          )
        })
    })
  }
}
