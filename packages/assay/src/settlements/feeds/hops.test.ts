import { describe, expect, test } from 'vitest'
import { transferOf, walletOf } from '../testing/ledger.js'
import type { Transfer } from '../transfer.js'
import { followHops, HOP_LIMITS } from './hops.js'

const SELLER = walletOf('seller', 1)
const WINDOW = { after: 0, until: 10 }
const middle = (i: number) => walletOf('middle', i)
const send = (from: string, to: string) => transferOf({ from, to })

function chainOf(rows: readonly Transfer[]) {
  const asked: string[][] = []
  const sentBy = async (wallets: readonly string[]) => {
    asked.push([...wallets])
    return rows.filter(({ from }) => wallets.includes(from))
  }
  return { asked, sentBy }
}

describe('followHops', () => {
  test('default: three hops, each wallet asked once, never the seller', async () => {
    const rows = [
      send(middle(1), middle(2)),
      send(middle(2), middle(3)),
      send(middle(2), SELLER),
      send(middle(3), middle(4)),
      send(middle(3), middle(1)),
      send(middle(4), middle(5)),
    ]
    const { asked, sentBy } = chainOf(rows)
    const outgoing = [send(SELLER, middle(1)), send(SELLER, middle(1))]
    expect(await followHops(SELLER, outgoing, WINDOW, sentBy)).toEqual({
      transfers: [rows[0], rows[1], rows[3], rows[4]],
      cut: null,
    })
    expect(asked).toEqual([[middle(1)], [middle(2)], [middle(3)]])
  })

  test('behavior: nothing sent, nothing asked', async () => {
    const { asked, sentBy } = chainOf([])
    expect(await followHops(SELLER, [], WINDOW, sentBy)).toEqual({
      transfers: [],
      cut: null,
    })
    expect(asked).toEqual([])
  })

  test.each([
    [HOP_LIMITS.recipients, null],
    [HOP_LIMITS.recipients + 1, { hubs: [middle(1)], unread: 0 }],
  ])('behavior: a wallet with %i recipients', async (count, cut) => {
    const hub = Array.from({ length: count }, (_, i) =>
      send(middle(1), walletOf('buyer', i)),
    )
    const again = send(middle(1), walletOf('buyer', 0))
    const { sentBy } = chainOf([...hub, again])
    const outgoing = [send(SELLER, middle(1))]
    const hops = await followHops(SELLER, outgoing, WINDOW, sentBy)
    expect(hops.cut).toEqual(cut)
    expect(hops.transfers).toHaveLength(HOP_LIMITS.recipients + 1)
  })

  test('behavior: no more than 5 000 wallets are read, the rest is told', async () => {
    const first = Array.from({ length: 30 }, (_, i) => send(SELLER, middle(i)))
    const second = Array.from({ length: 30 * 200 }, (_, i) =>
      send(middle(i % 30), walletOf('buyer', i)),
    )
    const { asked, sentBy } = chainOf(second)
    const hops = await followHops(SELLER, first, WINDOW, sentBy)
    expect(hops.cut).toEqual({ hubs: [], unread: 1_030 })
    expect(asked.flat()).toHaveLength(HOP_LIMITS.wallets)
  })
})
