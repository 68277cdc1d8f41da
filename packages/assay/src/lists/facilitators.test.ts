import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createStreamFetch } from '../collect/index.js'
import { fetchFrom, USER_AGENT } from '../collect/testing/network.js'
import { httpServer } from '../collect/testing/servers.js'
import { FACILITATORS } from './data/facilitators.js'
import {
  builtInFacilitatorAddresses,
  facilitatorReader,
  readSupported,
} from './facilitators.js'
import { FACILITATOR_LIST } from './policy.js'
import { createMemoryListStore } from './testing/memory-list-store.js'
import { updateList } from './update.js'

const NEW_EVM = `0x${'ab'.repeat(20)}`
const SOL = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const BASE = 'eip155:8453'

describe('builtInFacilitatorAddresses', () => {
  test('default', () => {
    const rows = builtInFacilitatorAddresses()
    const on = (prefix: string) =>
      rows.filter(({ network }) => network.startsWith(prefix)).length
    expect(rows).toHaveLength(158)
    expect([on(BASE), on('eip155:137'), on('solana:')]).toEqual([128, 3, 27])
    const ids = new Set(FACILITATORS.map(({ id }) => id))
    expect(rows.filter(({ facilitator }) => !ids.has(facilitator))).toEqual([])
    expect(rows[0]).toEqual({
      key: '0xdbdf3d8ed80f84c35d01c6c9f9271761bad90ba6',
      network: BASE,
      facilitator: 'coinbase',
    })
  })
})

describe('readSupported', () => {
  test('default', () => {
    const answer = {
      kinds: [
        { network: 'solana', extra: { feePayer: SOL } },
        {
          network: 'base',
          extra: { facilitatorAddress: NEW_EVM.toUpperCase() },
        },
        { network: BASE, extra: { feePayer: 7 } },
        { network: BASE },
        null,
      ],
      signers: { 'eip155:*': [NEW_EVM, SOL, 7], 'solana:*': SOL },
    }
    expect(readSupported(answer, 'x')).toEqual([
      { key: NEW_EVM, network: 'eip155:*', facilitator: 'x' },
      {
        key: SOL,
        network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
        facilitator: 'x',
      },
      { key: NEW_EVM, network: BASE, facilitator: 'x' },
    ])
  })

  test('behavior: bounded', () => {
    const signers = { 'eip155:*': Array.from({ length: 5_000 }, () => NEW_EVM) }
    expect(readSupported({ signers }, 'x')).toHaveLength(500)
  })

  test('property: total', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(readSupported(value, 'x')).toBeInstanceOf(Array)
      }),
    )
  })
})

describe('facilitatorReader', () => {
  test('default', async () => {
    let status = 200
    const server = await httpServer(({ url }, answer) => {
      const known = builtInFacilitatorAddresses()[0]?.key
      const body = { kinds: [], signers: { 'eip155:*': [NEW_EVM, known] } }
      const text = url === '/x/supported' ? JSON.stringify(body) : 'no JSON'
      answer.writeHead(status).end(text)
    })
    const store = createMemoryListStore()
    const facilitators = [
      { id: 'x', name: 'X', url: `${server.url}/x/` },
      { id: 'y', name: 'Y', url: `${server.url}/y` },
    ]
    const fetch = fetchFrom([server])
    const read = facilitatorReader({ fetch, store, facilitators })
    const definition = {
      list: FACILITATOR_LIST,
      location: 'https://example.com',
      read,
    }
    let id = 0
    const tools = {
      store,
      fetch: createStreamFetch({ userAgent: USER_AGENT, clock: () => 0 }),
      now: () => 0,
      newId: () => `id${++id}`,
    }
    const first = await updateList(definition, tools)
    expect(first.snapshot).toMatchObject({
      status: 'good',
      count: 156,
      detail: '156 addresses; 1 of 2 facilitators answered, 1 new addresses',
    })
    expect(await store.matches(FACILITATOR_LIST, [NEW_EVM])).toEqual([
      { key: NEW_EVM, family: 'eip155', entry: 'x' },
    ])
    const second = await updateList(definition, tools)
    expect(second.snapshot.detail).toContain('0 new addresses')
    expect(second.snapshot.sha256).toBe(first.snapshot.sha256)
    status = 503
    expect((await updateList(definition, tools)).reason).toBe('unreachable')
    expect((await store.currentList(FACILITATOR_LIST))?.id).toBe('id2')
  })

  test('behavior: without an answer there is what comes with the software', async () => {
    const store = createMemoryListStore()
    const facilitators = [{ id: 'x', name: 'X', url: 'https://nowhere.test' }]
    const fetch = fetchFrom([])
    const { entries } = await facilitatorReader({ fetch, store, facilitators })(
      {
        location: '',
        read: () => Promise.reject(new Error('not read')),
      },
    )
    expect(entries).toHaveLength(155)
  })
})
