import { describe, expect, test } from 'vitest'
import { WALLET } from '../inspect/testing/shop.js'
import { listingOf, offerOf } from '../store/testing/samples.js'
import { list } from './surfaces/testing/stored-market.js'
import { startService } from './testing/running.js'

describe('remembered', () => {
  test('default: whatever is asked of a host, its evidence is read once a minute', async () => {
    const read = { verdicts: 0, wallets: 0 }
    const offers = [offerOf('1000', WALLET)]
    const one = listingOf('https://big.example/x', { offers })
    const other = listingOf('https://big.example/y', { offers })
    const { get, pass } = await startService({
      prepare: (store) => list(store, [one, other]),
      wrap: (service) => ({
        ...service,
        store: {
          ...service.store,
          verdictsOfHost: (...asked) => {
            read.verdicts++
            return service.store.verdictsOfHost(...asked)
          },
          endpointsOfWallet: (wallet) => {
            read.wallets++
            return service.store.endpointsOfWallet(wallet)
          },
        },
      }),
    })
    const askAll = () =>
      Promise.all(
        [
          `/v1/endpoints/${one.resource_id}`,
          `/v1/endpoints/${other.resource_id}`,
          '/terms/reputation/big.example',
        ].map(async (path) => expect((await get(path)).status).toBe(200)),
      )
    await askAll()
    await askAll()
    expect(read).toEqual({ verdicts: 1, wallets: 1 })
    pass(60_000)
    await askAll()
    expect(read).toEqual({ verdicts: 2, wallets: 2 })
  })
})
