import { canonicalJson } from '@assay402/core'
import { verifyReceipt } from '@assay402/guard'
import { compactVerify, importJWK } from 'jose'
import { describe, expect, test } from 'vitest'
import { newReceiptKey } from './key-file.js'
import { createReceiptSigner } from './signer.js'

const NOON = Date.parse('2026-11-30T12:00:00.900Z')
const CLAIMS = {
  surface: 'preflight',
  decision: 'allow',
  subject: { resource: 'GET https://a.example/x' },
  terms: {
    network: 'eip155:8453',
    asset: '0xa',
    amount: '10000',
    pay_to: '0xb',
    scheme: 'exact',
    resource: 'GET https://a.example/x',
  },
  payment_terms_sha256: 'c'.repeat(64),
  report_sha256: 'd'.repeat(64),
  rulebooks: { terms: '1' },
}

function signer() {
  const key = newReceiptKey(NOON)
  const made = createReceiptSigner({
    keys: { signing: () => key, published: () => [key.jwk] },
    issuer: 'https://assay.example',
    now: () => NOON,
    randomBytes: (count) => new Uint8Array(count).fill(0xab),
  })
  return { key, ...made }
}

describe('createReceiptSigner', () => {
  test('default: a compact JWS that jose and the guard verify', async () => {
    const { key, sign, jwks } = signer()
    const { id, jws } = await sign({ ...CLAIMS, aud: 'me', expires_in: 60 })
    expect(id).toBe('ab'.repeat(16))
    const { payload, protectedHeader } = await compactVerify(
      jws,
      await importJWK({ ...key.jwk }, 'EdDSA'),
      { algorithms: ['EdDSA'] },
    )
    expect(protectedHeader).toEqual({
      alg: 'EdDSA',
      typ: 'assay-receipt+jws',
      kid: key.jwk.kid,
    })
    const claims = JSON.parse(new TextDecoder().decode(payload))
    expect(claims).toEqual({
      iss: 'https://assay.example',
      aud: 'me',
      iat: Math.floor(NOON / 1000),
      exp: Math.floor(NOON / 1000) + 60,
      jti: id,
      ...CLAIMS,
    })
    const set = jwks() as { keys: [] }
    expect(
      canonicalJson(
        await verifyReceipt({ receipt: jws, jwks: set, now: NOON }),
      ),
    ).toBe(canonicalJson(claims))
  })

  test('behavior: 300 s and no audience when nothing is said', async () => {
    const { jws } = await signer().sign(CLAIMS)
    const claims = JSON.parse(
      Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString(),
    )
    expect(claims.exp - claims.iat).toBe(300)
    expect('aud' in claims).toBe(false)
  })

  test.each([59, 3_601, Number.NaN])('behavior: %s s is refused', async (s) => {
    await expect(signer().sign({ ...CLAIMS, expires_in: s })).rejects.toThrow(
      'a receipt is good for 60 to 3600 s',
    )
  })
})
