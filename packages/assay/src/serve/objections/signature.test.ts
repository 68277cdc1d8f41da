import { generateKeyPairSync, sign } from 'node:crypto'
import { base58Of } from '@assay402/core'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { bytesOfBase58 } from './base58.js'
import { isSignedBy } from './signature.js'

const account = privateKeyToAccount(`0x${'42'.repeat(32)}`)
const TEXT = 'I speak for this host.\nHost: https://a.example'

describe('isSignedBy', () => {
  test('default: personal_sign of an EVM wallet, in any letter case', async () => {
    const signature = await account.signMessage({ message: TEXT })
    expect(await isSignedBy(account.address, TEXT, signature)).toBe(true)
    expect(
      await isSignedBy(account.address.toLowerCase(), TEXT, signature),
    ).toBe(true)
    expect(await isSignedBy(account.address, `${TEXT} `, signature)).toBe(false)
    expect(await isSignedBy(`0x${'1'.repeat(40)}`, TEXT, signature)).toBe(false)
  })

  test('behavior: Ed25519 of a Solana wallet, base58 or base64', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const { x = '' } = publicKey.export({ format: 'jwk' })
    const wallet = base58Of(Buffer.from(x, 'base64url'))
    const bytes = sign(null, Buffer.from(TEXT), privateKey)
    for (const signature of [base58Of(bytes), bytes.toString('base64')]) {
      expect(await isSignedBy(wallet, TEXT, signature)).toBe(true)
      expect(await isSignedBy(wallet, `${TEXT}!`, signature)).toBe(false)
    }
  })

  test.each([
    ['nobody', '0x'],
    [account.address, ''],
    [account.address, `0x${'00'.repeat(65)}`],
    [account.address, `0x${'ff'.repeat(65)}`],
    [account.address, 'x'.repeat(200)],
    ['11111111111111111111111111111111', `0x${'00'.repeat(65)}`],
    ['11111111111111111111111111111111', '1'.repeat(64)],
    ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'A'.repeat(86)],
  ])('behavior: %s %s signs nothing', async (wallet, signature) => {
    expect(await isSignedBy(wallet, TEXT, signature)).toBe(false)
  })
})

describe('bytesOfBase58', () => {
  test.each([
    ['', undefined],
    ['0', undefined],
    ['1'.repeat(91), undefined],
    ['1', [0]],
    ['2g', [0x61]],
    ['11a3gV', [0, 0, 0x62, 0x62, 0x62]],
  ])('%s', (text, bytes) => {
    const expected = bytes === undefined ? undefined : Uint8Array.from(bytes)
    expect(bytesOfBase58(text)).toEqual(expected)
  })
})
