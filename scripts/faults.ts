import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

// Runs the fault tests with many more kills than `npm test` does: a crawl and a
// list update on SQLite and PostgreSQL, a full disk, a busy store, a database
// server that is restarted. Half an hour on a quiet machine.
//   npm run faults                             50 kills each
//   npm run faults -- --rounds 5               a smoke
//   npm run faults -- --only crawl/faults      one file

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    only: { type: 'string', default: 'faults.test' },
  },
})

const { status } = spawnSync('npx', ['vitest', 'run', values.only], {
  stdio: 'inherit',
  env: { ...process.env, ASSAY_FAULT_ROUNDS: values.rounds },
})
process.exit(status ?? 1)
