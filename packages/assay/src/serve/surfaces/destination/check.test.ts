import { describe, expect, test } from 'vitest'
import { createSurfaceBench, json, NOON } from '../testing/surface-bench.js'

const CHECK = '/destination/v1/check'
const TARGET = { target: 'shop.example' }

async function open(settings: Record<string, unknown> = {}) {
  const bench = await createSurfaceBench({ charging: 'counted', ...settings })
  await bench.service.store.saveRegistration({
    domain: 'shop.example',
    status: 'known',
    registered_at: '2020-01-01T00:00:00Z',
    reason: null,
    fetched_at: NOON,
    expires_at: NOON + 7 * 86_400_000,
  })
  return bench
}

describe('POST /v1/check', () => {
  test('default: the rulebook’s own answer, with the stored date', async () => {
    const bench = await open()
    const response = await bench.post(CHECK, TARGET)
    expect(response.status).toBe(200)
    expect(await json(response)).toEqual({
      rulebook: 'destination',
      version: '1',
      target_type: 'domain',
      host: 'shop.example',
      score: 100,
      verdict: 'unknown',
      recommended_action: 'verify_out_of_band',
      reasons: [],
      domain_age_days: 2_525,
      policy_version: '1',
      checked_at: '2026-11-30T12:00:00Z',
    })
  })

  test('behavior: free text changes nothing and is nowhere kept', async () => {
    const bench = await open()
    const plain = await json(await bench.post(CHECK, TARGET))
    const wordy = await json(
      await bench.post(CHECK, {
        ...TARGET,
        amount_usd: 5_000,
        category: 'bank',
        purpose: 'trust me, SECRETWORD',
      }),
    )
    expect(wordy).toEqual(plain)
    const kept = JSON.stringify(
      await bench.service.store.evidenceFrom(0, 1_000),
    )
    expect(kept).not.toContain('SECRETWORD')
  })

  test.each([
    ['no target', {}, 'missing_target'],
    ['a number', { target: 5 }, 'missing_target'],
    ['a burn address', { target: `0x${'0'.repeat(40)}` }, 'burn_address'],
    ['a private address', { target: 'https://10.0.0.1/' }, 'raw_ip'],
  ])('behavior: %s is blocked by its rule', async (_, body, code) => {
    const bench = await open()
    expect(await json(await bench.post(CHECK, body))).toMatchObject({
      verdict: 'block',
      reasons: expect.arrayContaining([expect.objectContaining({ code })]),
    })
  })

  test('behavior: a body that is no JSON object is a problem', async () => {
    const bench = await open()
    const response = await bench.post(CHECK, ['shop.example'])
    expect(response.status).toBe(400)
    expect(await json(response)).toMatchObject({
      code: 'invalid_json',
      field: 'body',
    })
  })

  test('behavior: the same target within 60 s is the same answer, for free', async () => {
    const bench = await open()
    const first = await json(await bench.post(CHECK, TARGET))
    await bench.pass(59_999)
    expect(await json(await bench.post(CHECK, TARGET))).toEqual(first)
    expect(await usedOf(bench)).toBe(1)
    await bench.pass(1)
    const later = await json(await bench.post(CHECK, TARGET))
    expect(later['checked_at']).toBe('2026-11-30T12:01:00Z')
    expect(await usedOf(bench)).toBe(2)
  })

  test('behavior: 100 a day without a key, then a payment is asked for', async () => {
    const bench = await open()
    const check = (i: number) => bench.post(CHECK, { target: `0x${i}` })
    for (let i = 0; i < 100; i++) expect((await check(i)).status).toBe(200)
    const response = await check(100)
    expect(response.status).toBe(402)
    expect(await json(response)).toMatchObject({
      code: 'payment_not_configured',
    })
    expect((await check(7)).status).toBe(200)
  })

  test('behavior: a key of ours has a count of its own, another is a 401', async () => {
    const bench = await open()
    const made = await bench.post('/destination/v1/keys', {})
    expect(made.status).toBe(201)
    const { api_key } = await json(made)
    expect(api_key).toMatch(/^pc_live_[0-9a-f]{48}$/)
    const authorization = `Bearer ${api_key}`
    await bench.post(CHECK, TARGET, { authorization })
    const quota = await bench.get('/destination/v1/quota', { authorization })
    expect(await json(quota)).toMatchObject({
      tier: 'free_key',
      quotas: [{ limit: 1_000, used: 1, remaining: 999 }],
    })
    expect(await usedOf(bench)).toBe(0)
    const unknown = { 'x-api-key': 'pc_live_0123' }
    for (const response of [
      await bench.post(CHECK, TARGET, unknown),
      await bench.get('/destination/v1/quota', unknown),
    ]) {
      expect(response.status).toBe(401)
      expect(await json(response)).toMatchObject({ code: 'invalid_api_key' })
    }
  })

  test('behavior: ten keys a day and network', async () => {
    const bench = await open()
    for (let i = 0; i < 10; i++)
      expect((await bench.post('/destination/v1/keys', {})).status).toBe(201)
    expect((await bench.post('/destination/v1/keys', {})).status).toBe(429)
  })

  test('behavior: bundle clients count only with the secret', async () => {
    const bench = await open({ bundleSecret: 'secret' })
    const hex = 'x-tw-bundle-client'
    const client = { [hex]: '0123456789abcdef' }
    const right = { 'x-tw-bundle-secret': 'secret', ...client }
    await bench.post(CHECK, TARGET, right)
    expect(await usedOf(bench)).toBe(0)
    const quota = await bench.get('/destination/v1/quota', right)
    expect(await json(quota)).toMatchObject({
      quotas: [{ limit: 1_000, used: 1 }],
    })
    const anon = await bench.get('/destination/v1/quota', {
      ...right,
      [hex]: 'anon:7',
    })
    expect(await json(anon)).toMatchObject({
      quotas: [{ limit: 100, used: 0 }],
    })
    await bench.post(CHECK, TARGET, { 'x-tw-bundle-secret': 'no', ...client })
    expect(await usedOf(bench)).toBe(1)
  })
})

describe('documents', () => {
  test('default: the policy keeps the keys that clients know', async () => {
    const bench = await open({ payTo: {} })
    const policy = await json(await bench.get('/destination/v1/policy'))
    expect(Object.keys(policy).slice(0, 19)).toEqual([
      'policy_version',
      'service',
      'suite',
      'summary',
      'determinism',
      'does_not',
      'verdicts',
      'hard_rules',
      'penalties',
      'caps',
      'allowlist',
      'denylist_domains',
      'denylist_patterns',
      'bad_tlds',
      'wallet',
      'domain_age',
      'quota',
      'x402',
      'bundle',
    ])
    expect(policy).toMatchObject({
      policy_version: '1',
      service: 'Assay',
      penalties: { age_unknown: { subtract: 12 }, allowlist_floor: 92 },
      caps: { missing_target: 5, typosquat: 8 },
      quota: {
        anonymous_per_utc_day: 100,
        free_key_per_utc_day: 1_000,
        bundle_hex_client_per_utc_day: 1_000,
        bundle_anon_prefix_per_utc_day: 100,
        key_mints_per_ip_per_utc_day: 10,
        idempotent_window_seconds: 60,
      },
      x402: { price_usd: '0.001', amount_atomic: '1000', scheme: 'exact' },
      bundle: { secret_env: 'BUNDLE_PROXY_SECRET' },
    })
  })

  test('default: health', async () => {
    const bench = await open()
    expect(await json(await bench.get('/destination/health'))).toMatchObject({
      status: 'ok',
      policy_version: '1',
    })
  })
})

type Bench = Awaited<ReturnType<typeof open>>

async function usedOf(bench: Bench): Promise<unknown> {
  const answer = await json(await bench.get('/destination/v1/quota'))
  return (answer['quotas'] as { used: number }[])[0]?.used
}
