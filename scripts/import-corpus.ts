import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { catalogFiles } from './corpus/catalog-files.js'
import { describeImport, importFile } from './corpus/import-table.js'
import { compareSnapshots, snapshotPairs } from './corpus/snapshots.js'

// Imports every catalog file of a corpus and prints what was read, kept and
// left out, by source and shape; then what changed between two snapshots of
// one source. Nothing may throw, and the counts have to add up.

const { values } = parseArgs({
  options: {
    dir: { type: 'string', default: process.env['ASSAY_CORPUS'] ?? '' },
  },
})
const folder = join(values.dir, 'x402-catalog')

if (values.dir === '' || !existsSync(folder)) {
  console.log(
    'skipped: no corpus. Give one: npx tsx scripts/import-corpus.ts --dir DIR',
  )
  process.exit(0)
}

const totals = { read: 0, kept: 0, left: 0 }
for (const { source, files } of catalogFiles(folder)) {
  console.log(`\n${source}`)
  for (const file of files) {
    const result = await importFile(source, file)
    const left = Object.values(result.excluded).reduce((sum, n) => sum + n, 0)
    totals.read += result.read
    totals.kept += result.kept
    totals.left += left
    if (result.read !== result.kept + left) process.exitCode = 1
    console.log(describeImport(file, result))
  }
}
console.log(
  `\nall: ${totals.read} read = ${totals.kept} kept + ${totals.left} left out`,
)

for (const pair of snapshotPairs(folder))
  console.log(`\n${await compareSnapshots(pair)}`)
