import { afterAll, beforeAll } from 'vitest'
import type { SettlementEngine } from '../../engine.js'
import { windowAt } from '../../feeds/window.js'
import { NETWORK, NOW, walletOf } from '../ledger.js'

/** An engine with nothing in it, and how to be rid of it. */
export type OpenEngine = () => Promise<{
  readonly engine: SettlementEngine
  dispose(): Promise<void>
}>

export const DAY = 86_400_000
export const SELLER: string = walletOf('seller', 1)
export const BUYER: string = walletOf('buyer', 1)
export const WINDOW = windowAt(NOW)

/** One engine for the tests of a `describe`; there while they run. */
export function freshEngine(open: OpenEngine): {
  readonly engine: SettlementEngine
} {
  let opened: Awaited<ReturnType<OpenEngine>> | undefined
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened?.dispose())
  return {
    get engine() {
      if (opened === undefined) throw new Error('no test is running')
      return opened.engine
    },
  }
}

/** Figures of a seller in the usual window. */
export function figuresOn(subject: ReturnType<typeof freshEngine>) {
  return (wallet = SELLER) =>
    subject.engine.figures(NETWORK, wallet, WINDOW, [])
}
