import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export type ShopProcessOptions = {
  /** Where the store is. */
  readonly store: string
  /** JSON-RPC of the chain; without one no payment is taken. */
  readonly chain?: string
  /** Milliseconds that its clocks are ahead. */
  readonly ahead?: number
  /** By SIGKILL, at the first payment. */
  readonly dies?: 'before_settling' | 'after_settling'
}

export type ShopProcess = {
  readonly url: string
  /** Resolves with the signal that ended it. */
  readonly ended: Promise<string | null>
  readonly kill: () => Promise<void>
}

/** Starts a shop in a process of its own; resolves when it listens. */
export async function startShop(
  options: ShopProcessOptions,
): Promise<ShopProcess> {
  const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', here('shop-child.ts'), JSON.stringify(options)],
    {
      env: { ...process.env, TSX_TSCONFIG_PATH: here('shop.tsconfig.json') },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const ended = once(child, 'exit').then(([, signal]) => signal as string)
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  const [port] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    ended.then(() => Promise.reject(new Error('the shop did not open'))),
  ])) as [string]
  return {
    url: `http://127.0.0.1:${port}`,
    ended,
    kill: async () => {
      process.off('exit', end)
      end()
      await ended
    },
  }
}
