import { runProgram } from './program.js'
import { realWorld } from './real-world.js'

// A closed pipe (`assay … | head`) ends the command quietly.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

process.exitCode = await runProgram(process.argv.slice(2), realWorld())
