import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

export type CrawlChild = {
  /** Ids of records that the store acknowledged to it. */
  readonly acknowledged: readonly string[]
  readonly exitCode: number | null
}

/**
 * Runs a crawling process; kills it with SIGKILL `killAfterMs` after its first
 * acknowledgement, or lets it come to its end when that is undefined.
 */
export async function crawlInChild(
  args: readonly (string | number)[],
  killAfterMs: number | undefined,
): Promise<CrawlChild> {
  const script = fileURLToPath(new URL('crawl-loop.ts', import.meta.url))
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', script, ...args.map(String)],
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
    if (said === '' && killAfterMs !== undefined)
      setTimeout(() => child.kill('SIGKILL'), killAfterMs)
    said += chunk
  })
  const [exitCode] = await once(child, 'close')
  // A line that was cut was not read whole: it acknowledges nothing.
  const acknowledged = said.split('\n').slice(0, -1)
  return { acknowledged, exitCode }
}

function sources(): string {
  const tsconfig = '../../store/testing/child.tsconfig.json'
  return fileURLToPath(new URL(tsconfig, import.meta.url))
}
