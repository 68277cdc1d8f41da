import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createResolver } from '../collect/index.js'
import type { World } from './world.js'

/** The world as it is: this process, its clock, its network. */
export function realWorld(): World {
  return {
    terminal: {
      stdin: process.stdin,
      stdout: process.stdout,
      stderr: process.stderr,
      env: process.env,
    },
    now: () => Date.now(),
    clock: () => performance.now(),
    randomBytes: (count) => randomBytes(count),
    sleep: async (ms) => {
      await sleep(ms)
    },
    resolver: createResolver(),
  }
}
