import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

// Runs the fault tests with many more kills than `npm test` does.
//   npm run faults                   50 kills each
//   npm run faults -- --rounds 5     a smoke

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '50' } },
})

const { status } = spawnSync('npx', ['vitest', 'run', 'faults.test'], {
  stdio: 'inherit',
  env: { ...process.env, ASSAY_FAULT_ROUNDS: values.rounds },
})
process.exit(status ?? 1)
