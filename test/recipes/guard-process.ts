import { guardCommand } from '../../packages/assay/src/cli/commands/guard.js'
import { realWorld } from '../../packages/assay/src/cli/real-world.js'

// `assay guard --stdio` from the sources, for a test that needs a process.
process.exitCode = await guardCommand({ stdio: true }, realWorld())
