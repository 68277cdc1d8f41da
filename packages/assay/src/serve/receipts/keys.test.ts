import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calculateJwkThumbprint } from 'jose'
import { describe, expect, onTestFinished, test } from 'vitest'
import { keyText, newReceiptKey, readKeyText } from './key-file.js'
import { defaultKeyFolder, privateText, readKeyFolder } from './key-folder.js'
import {
  KEY_TIMES,
  openReceiptKeys,
  publishedKeys,
  rotateReceiptKeys,
  signingKey,
} from './keys.js'

const NOON = Date.parse('2026-11-30T12:00:00Z')

function place() {
  const base = mkdtempSync(join(tmpdir(), 'assay-keys-'))
  onTestFinished(() => rmSync(base, { recursive: true }))
  let at = NOON
  return {
    folder: join(base, 'deep', 'keys'),
    now: () => at,
    pass: (ms: number) => {
      at += ms
    },
  }
}

describe('openReceiptKeys', () => {
  test('default: makes one key, for its owner alone, and finds it again', () => {
    const { folder, now } = place()
    const keys = openReceiptKeys({ folder, now })
    const [name = ''] = readdirSync(folder)
    expect(name).toBe(`2026-11-30-${keys.signing().jwk.kid}.jwk`)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
    const again = openReceiptKeys({ folder, now })
    expect(again.published()).toEqual(keys.published())
    expect(readdirSync(folder)).toHaveLength(1)
  })

  test('behavior: what its file holds is the private JWK, its kid the RFC 7638 thumbprint', async () => {
    const { folder, now } = place()
    const { jwk } = openReceiptKeys({ folder, now }).signing()
    expect(jwk).toEqual({
      kty: 'OKP',
      crv: 'Ed25519',
      x: expect.stringMatching(/^[\w-]{43}$/),
      kid: await calculateJwkThumbprint(jwk),
      alg: 'EdDSA',
      use: 'sig',
    })
  })

  test('behavior: a rotated key is published at once and signs two minutes later', () => {
    const { folder, now, pass } = place()
    const keys = openReceiptKeys({ folder, now })
    const first = keys.signing().jwk
    pass(86_400_000)
    const { key } = rotateReceiptKeys({ folder, now })
    pass(KEY_TIMES.look)
    expect(keys.published()).toEqual([key.jwk, first])
    expect(keys.signing().jwk).toEqual(first)
    pass(KEY_TIMES.ahead - KEY_TIMES.look)
    expect(keys.signing().jwk).toEqual(key.jwk)
    pass(KEY_TIMES.receipt + KEY_TIMES.margin - 1)
    expect(keys.published()).toEqual([key.jwk, first])
    pass(1)
    expect(keys.published()).toEqual([key.jwk])
  })

  test('behavior: two processes that start at once agree', () => {
    const { folder, now, pass } = place()
    const one = openReceiptKeys({ folder, now })
    rotateReceiptKeys({ folder, now })
    const two = openReceiptKeys({ folder, now })
    pass(KEY_TIMES.look)
    expect(one.signing()).toEqual(two.signing())
    pass(KEY_TIMES.ahead)
    expect(one.signing().jwk).toEqual(two.signing().jwk)
  })

  test('behavior: a folder that breaks meanwhile changes nothing', () => {
    const { folder, now, pass } = place()
    const keys = openReceiptKeys({ folder, now })
    const before = keys.published()
    writeFileSync(join(folder, 'broken.jwk'), '{', { mode: 0o600 })
    pass(KEY_TIMES.look)
    expect(keys.published()).toEqual(before)
    rmSync(folder, { recursive: true })
    pass(KEY_TIMES.look)
    expect(keys.published()).toEqual(before)
  })

  test.each([0o644, 0o620, 0o604])(
    'behavior: a key of mode %o is refused',
    (mode) => {
      const { folder, now } = place()
      openReceiptKeys({ folder, now })
      const path = join(folder, readdirSync(folder)[0] ?? '')
      chmodSync(path, mode)
      expect(() => openReceiptKeys({ folder, now })).toThrow(
        `others may use ${path}, which holds keys; do: chmod 600 ${path}`,
      )
      chmodSync(path, 0o440)
      expect(openReceiptKeys({ folder, now }).published()).toHaveLength(1)
    },
  )

  test('behavior: an open folder, and a place that is none, are refused', () => {
    const { folder, now } = place()
    openReceiptKeys({ folder, now })
    chmodSync(folder, 0o777)
    expect(() => openReceiptKeys({ folder, now })).toThrow('chmod 700')
    chmodSync(folder, 0o700)
    writeFileSync(join(folder, 'file'), '')
    expect(() =>
      openReceiptKeys({ folder: join(folder, 'file'), now }),
    ).toThrow('cannot be used for keys: EEXIST')
  })
})

describe('readKeyFolder', () => {
  test.each([
    ['{', 'not an Ed25519 private JWK of assay'],
    ['{"kty":"RSA"}', 'not an Ed25519 private JWK of assay'],
    [
      keyText(newReceiptKey(NOON)).replace(
        /"x": "[^"]*"/,
        `"x": "${'A'.repeat(43)}"`,
      ),
      'its x does not belong to its d',
    ],
  ])('behavior: %s', (text, problem) => {
    const { folder, now } = place()
    openReceiptKeys({ folder, now })
    writeFileSync(join(folder, 'a.jwk'), text, { mode: 0o600 })
    expect(() => readKeyFolder(folder)).toThrow(problem)
  })

  test('behavior: a key that was written reads back', () => {
    const key = newReceiptKey(NOON)
    const read = readKeyText(keyText(key))
    expect({ ...read, privateKey: null }).toEqual({ ...key, privateKey: null })
    expect(read.privateKey.equals(key.privateKey)).toBe(true)
  })
})

describe('signingKey', () => {
  test('behavior: without any key it throws', () => {
    expect(() => signingKey([], NOON)).toThrow('no key')
    expect(publishedKeys([], NOON)).toEqual([])
  })
})

describe('privateText', () => {
  test('default: the first text stays', () => {
    const { folder } = place()
    expect(privateText(folder, 'salt', () => 'one')).toBe('one')
    expect(privateText(folder, 'salt', () => 'two')).toBe('one')
    expect(statSync(join(folder, 'salt')).mode & 0o777).toBe(0o600)
  })
})

describe('defaultKeyFolder', () => {
  test.each([
    [{ ASSAY_KEYS: '/k' }, '/k'],
    [{ XDG_DATA_HOME: '/data', HOME: '/h' }, '/data/assay/keys'],
    [{ XDG_DATA_HOME: 'data', HOME: '/h' }, '/h/.local/share/assay/keys'],
    [{ ASSAY_KEYS: '', HOME: '/h' }, '/h/.local/share/assay/keys'],
  ])('%o', (env, folder) => {
    expect(defaultKeyFolder(env)).toBe(folder)
  })
})
