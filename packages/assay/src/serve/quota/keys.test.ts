import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ProblemError } from '../problem.js'
import { credentialOf, readCredential } from './credentials.js'
import { mintKey } from './keys.js'
import { countingService, MIDNIGHT, NOBODY, NOON } from './testing/callers.js'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe('mintKey', () => {
  test('default: a key that is shown once and stored hashed', async () => {
    const service = await countingService()
    const minted = await mintKey(service, NOBODY, 'mine')
    expect(minted).toEqual({
      api_key: expect.stringMatching(/^pc_live_[0-9a-f]{48}$/),
      key_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      tier: 'free',
      created_at: '2026-11-30T12:00:00.000Z',
    })
    expect(await service.store.keyByHash(sha256(minted.api_key))).toEqual({
      id: minted.key_id,
      key_sha256: sha256(minted.api_key),
      created_at: NOON,
      tier: 'free',
      label: 'mine',
    })
  })

  test('behavior: 10 a network a day', async () => {
    const service = await countingService()
    for (let i = 0; i < 10; i++) await mintKey(service, NOBODY)
    const eleventh = mintKey(service, NOBODY)
    await expect(eleventh).rejects.toThrow(ProblemError)
    await expect(eleventh).rejects.toMatchObject({
      problem: { status: 429, retry_after: (MIDNIGHT - NOON) / 1_000 },
    })
    await mintKey(service, { ...NOBODY, address_sha256: 'cd'.repeat(32) })
    await service.pass(MIDNIGHT - NOON)
    await mintKey(service, NOBODY)
  })
})

describe('a key that could not be stored', () => {
  test('default: is not counted', async () => {
    const service = await countingService()
    const store = {
      ...service.store,
      saveKey: async () => {
        throw new Error('disk full')
      },
    }
    for (let i = 0; i < 11; i++)
      await expect(mintKey({ ...service, store }, NOBODY)).rejects.toThrow(
        'disk full',
      )
    await mintKey(service, NOBODY)
  })
})

describe('readCredential', () => {
  const from = (headers: Record<string, string>) => (name: string) =>
    headers[name]

  test('default: a key by either header', async () => {
    const service = await countingService()
    const { api_key, key_id } = await mintKey(service, NOBODY)
    for (const headers of [
      { authorization: `Bearer ${api_key}` },
      { authorization: `bearer  ${api_key} ` },
      { 'x-api-key': ` ${api_key} ` },
    ])
      expect(await readCredential(service, from(headers))).toMatchObject({
        kind: 'key',
        key: { id: key_id, tier: 'free' },
      })
  })

  test.each([
    [{}, 'none'],
    [{ 'x-api-key': '  ' }, 'none'],
    [{ authorization: 'Basic YTpi' }, 'none'],
    [{ 'x-api-key': 'pc_live_00' }, 'unknown'],
    [{ authorization: 'Bearer nobody' }, 'unknown'],
    [{ 'x-api-key': 'a'.repeat(257) }, 'unknown'],
    [{ 'x-api-key': 'assay_pack_00' }, 'pack'],
  ])('behavior: %j is %s', async (headers, kind) => {
    const service = await countingService()
    const credential = await readCredential(service, from(headers as never))
    expect(credential.kind).toBe(kind)
  })

  test('behavior: keys of the operator are exempt', async () => {
    const service = await countingService({ exemptKeys: [sha256('mine')] })
    expect(await credentialOf(service, 'mine')).toEqual({
      kind: 'key',
      key: {
        id: `exempt-${sha256('mine').slice(0, 16)}`,
        key_sha256: sha256('mine'),
        created_at: 0,
        tier: 'exempt',
        label: null,
      },
    })
  })
})
