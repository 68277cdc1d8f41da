import { spotCheck } from '../../packages/assay/src/delivery/spot-check.js'
import { openStore } from '../../packages/assay/src/store/open-store.js'
import type { Store } from '../../packages/assay/src/store/store.js'
import { purchaseTools } from './purchase.js'

// Buys once and is killed at a moment: `signed` (it stands in the store and has
// not left) or `paid` (the answer came and is not recorded).
const [file, chainUrl, url, moment] = process.argv.slice(2) as [
  string,
  string,
  string,
  'signed' | 'paid',
]

const die = (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => undefined)
}

const store = await openStore(file)
const mortal: Store = {
  ...store,
  appendSpendEvents: async (account, after, events) => {
    const done = await store.appendSpendEvents(account, after, events)
    const isSigned = events.some((one) => (one as { e: string }).e === 'signed')
    return moment === 'signed' && isSigned ? die() : done
  },
  appendEvidence: (records) =>
    moment === 'paid' ? die() : store.appendEvidence(records),
}
const { host } = new URL(url)
await spotCheck({ url, method: 'GET' }, purchaseTools(mortal, chainUrl, [host]))
