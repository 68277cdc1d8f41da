import { safeText } from '@assay402/core'
import { EXIT } from './exit.js'
import { runProgram } from './program.js'
import { realWorld } from './real-world.js'

// A reader that has seen enough (`assay … | head`) closes the pipe: nothing more
// is written, and the exit code stays what the command decided.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return
  process.stderr.write(`assay: cannot write: ${safeText(error.message)}\n`)
  process.exit(EXIT.internal)
})
process.stderr.on('error', () => {})

process.exitCode = await runProgram(process.argv.slice(2), realWorld())
