import { digestOf } from '@assay402/core'
import { describe, expect, test } from 'vitest'
import { verifyReceipt } from './verify-receipt.js'

const NOW = Date.parse('2026-11-30T12:00:00Z')
const REPORT = { report: 'assay/1', decision: 'allow' }

const base64url = (bytes: Uint8Array | string) =>
  Buffer.from(bytes).toString('base64url')

async function signed(change: object = {}) {
  const pair = (await crypto.subtle.generateKey({ name: 'Ed25519' }, true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair
  const { x } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const head = { alg: 'EdDSA', typ: 'assay-receipt+jws', kid: 'one' }
  const claims = {
    iss: 'https://assay.example',
    aud: 'me',
    iat: NOW / 1000,
    exp: NOW / 1000 + 300,
    decision: 'allow',
    report_sha256: digestOf(REPORT),
    ...change,
  }
  const text = `${base64url(JSON.stringify(head))}.${base64url(JSON.stringify(claims))}`
  const bytes = await crypto.subtle.sign(
    { name: 'Ed25519' },
    pair.privateKey,
    new TextEncoder().encode(text),
  )
  return {
    receipt: `${text}.${base64url(new Uint8Array(bytes))}`,
    jwks: { keys: [{ kty: 'OKP', crv: 'Ed25519', x, kid: 'one' }] },
    now: NOW,
    claims,
  }
}

describe('verifyReceipt', () => {
  test('default: the claims', async () => {
    const { claims, ...given } = await signed()
    expect(await verifyReceipt(given)).toEqual(claims)
    const report = { ...REPORT, receipt: given.receipt }
    const about = { issuer: claims.iss, audience: claims.aud, report }
    expect(await verifyReceipt({ ...given, ...about })).toEqual(claims)
  })

  test.each<[object, object, string]>([
    [{}, { report: { ...REPORT, x: 1 } }, 'it signs another report'],
    [{ decision: 'hold' }, { report: REPORT }, 'it signs another decision'],
    [{}, { report: 'text' }, 'the report is no object'],
    [{}, { issuer: 'https://b.example' }, 'of another issuer'],
    [{}, { audience: 'you' }, 'for another audience'],
    [{ aud: undefined }, { audience: 'me' }, 'for another audience'],
    [{}, { now: NOW + 330_000 }, 'expired'],
    [{}, { jwks: { keys: [] } }, 'signed by an unknown key'],
  ])('behavior: %o %o: %s', async (claims, more, why) => {
    const given = await signed(claims)
    await expect(verifyReceipt({ ...given, ...more })).rejects.toThrow(why)
  })
})
