import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { catalogItems } from './corpus/catalog-items.js'
import { savedChallenges } from './corpus/challenges.js'
import { createTally, replayOne } from './corpus/tally.js'

// Reads every challenge and catalog item of a corpus, judges it by rulebook
// `terms`, and prints how each class was read. Nothing may throw.

const { values } = parseArgs({
  options: {
    dir: { type: 'string', default: process.env['ASSAY_CORPUS'] ?? '' },
    summary: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})

if (values.dir === '' || !existsSync(values.dir)) {
  console.log(
    'skipped: no corpus. Give one: npm run replay:corpus -- --dir DIR',
  )
  process.exit(0)
}

const sets = [
  ['challenges', savedChallenges(join(values.dir, 'x402-challenges'))],
  ['catalog items', catalogItems(join(values.dir, 'x402-catalog'))],
] as const

let thrown = 0
for (const [title, cases] of sets) {
  const tally = createTally(title)
  for (const item of cases) replayOne(tally, item)
  thrown += tally.thrown.length
  console.log(values.json ? tally.toJson() : tally.toText(values))
}
process.exitCode = thrown > 0 ? 1 : 0
