import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Records in one append of the loop. */
export const BATCH = 5

/**
 * Runs a process that appends from number `first` on, kills it with SIGKILL
 * `afterMs` after its first acknowledgement, and returns the ids that it was
 * acknowledged.
 */
export async function appendLoop(
  where: string,
  first: number,
  afterMs: number,
): Promise<string[]> {
  const script = fileURLToPath(new URL('append-loop.ts', import.meta.url))
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', script, where, String(first)],
    {
      // tsx and the sources of core are found from here.
      cwd: dirname(script),
      env: { ...process.env, TSX_TSCONFIG_PATH: sources() },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let said = ''
  child.stdout.setEncoding('utf8')
  child.stdout.on('data', (chunk: string) => {
    if (said === '') setTimeout(() => child.kill('SIGKILL'), afterMs)
    said += chunk
  })
  await once(child, 'close')
  // A line that was cut was not read whole: it acknowledges nothing.
  return said.split('\n').slice(0, -1)
}

function sources(): string {
  return fileURLToPath(new URL('child.tsconfig.json', import.meta.url))
}
