import { describe } from 'vitest'
import { describeAcrossShards } from './contract/across-shards.js'
import { describeAppend } from './contract/append.js'
import { describeCoverage } from './contract/coverage.js'
import { describeDays } from './contract/days.js'
import { describeFigures } from './contract/figures.js'
import { describeAgainstNaive } from './contract/naive.js'
import { describeReplace } from './contract/replace.js'
import { describeRulebooks } from './contract/rulebooks.js'
import type { OpenEngine } from './contract/subject.js'

/** The one contract of every settlement engine, by subject. */
export function describeSettlements(name: string, open: OpenEngine): void {
  describe(`settlements on ${name}`, () => {
    describeAppend(open)
    describeReplace(open)
    describeFigures(open)
    describeDays(open)
    describeCoverage(open)
    describeAcrossShards(open)
    describeAgainstNaive(open)
    describeRulebooks(open, 40)
  })
}
