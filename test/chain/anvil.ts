import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'

export type Anvil = {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** The anvil of this platform, or why there is none. */
export function findAnvil(): { path: string } | { missing: string } {
  const arch = { x64: 'amd64', arm64: 'arm64' }[process.arch as string]
  const name = `@foundry-rs/anvil-${process.platform}-${arch ?? process.arch}`
  try {
    const folder = dirname(require.resolve(`${name}/package.json`))
    const file = process.platform === 'win32' ? 'anvil.exe' : 'anvil'
    const path = join(folder, 'bin', file)
    return existsSync(path) ? { path } : { missing: `${name} has no ${file}` }
  } catch {
    return { missing: `${name} is not installed` }
  }
}

/** Starts anvil on a free port of loopback; resolves when it listens. */
export async function startAnvil(
  path: string,
  chainId: number,
): Promise<Anvil> {
  const args = ['--port', '0', '--chain-id', String(chainId)]
  // No shell and no wrapper: this process is the one to end.
  const child = spawn(path, [...args, '--accounts', '1'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  const port = await listening(child)
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      process.off('exit', end)
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
    },
  }
}

const require = createRequire(import.meta.url)
const LISTENING = /Listening on 127\.0\.0\.1:(\d+)/

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`anvil ended with ${code}`)))
    if (child.stdout === null) throw new Error('anvil has no output to read')
    // Read on to the end: a full pipe would stop anvil.
    createInterface(child.stdout).on('line', (line) => {
      const port = LISTENING.exec(line)?.[1]
      if (port !== undefined) resolve(port)
    })
  })
}
