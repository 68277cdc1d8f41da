import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { canonicalJson } from '../../packages/core/src/json/canonical.js'
import { bundleSchema } from '../../packages/core/src/report/bundle.js'
import { reportToText } from '../../packages/core/src/report/render-text.js'
import {
  type Judges,
  replayBundle,
} from '../../packages/core/src/report/replay.js'
import { judgeOf, RULEBOOK_IDS } from '../judges.js'
import { goldenBundle } from './fixture.js'

const BUNDLE = new URL('bundle.json', import.meta.url)
const REPORT = new URL('report.txt', import.meta.url)

const judges: Judges = Object.fromEntries(
  await Promise.all(
    RULEBOOK_IDS.map(async (id) => [id, await judgeOf(id)] as const),
  ),
)

// After a wanted change of a rulebook: ASSAY_GOLDEN=write npx vitest run test/golden
if (process.env['ASSAY_GOLDEN'] === 'write') {
  const bundle = goldenBundle(judges)
  const sorted: unknown = JSON.parse(canonicalJson(bundle))
  writeFileSync(BUNDLE, `${JSON.stringify(sorted, null, 2)}\n`)
  writeFileSync(REPORT, reportToText(bundle.report, { color: false }))
}

// Laid out for reading in the repository; compared as canonical JSON.
const stored: unknown = JSON.parse(readFileSync(BUNDLE, 'utf8'))

test('behavior: the golden bundle is made anew byte for byte', () => {
  expect(canonicalJson(goldenBundle(judges))).toBe(canonicalJson(stored))
})

test('behavior: the golden bundle replays identically', () => {
  expect(replayBundle(stored, judges)).toEqual({
    result: 'identical',
    differences: [],
    rulebook_versions: [],
  })
})

test('behavior: its report reads as it did', () => {
  const { report } = bundleSchema.parse(stored)
  expect(reportToText(report, { color: false })).toBe(
    readFileSync(REPORT, 'utf8'),
  )
})
