import type { Random } from './random.js'

const WORDS: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1e21,
  0.1,
  2 ** 53,
  '',
  '0',
  '10000',
  '0.01',
  '-5',
  '1e4',
  '٣',
  '9'.repeat(78),
  '9'.repeat(79),
  'base',
  'eip155:8453',
  'solana:mainnet',
  'eip155:84532',
  'exact',
  'upto',
  '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
  '0x0000000000000000000000000000000000000000',
  'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  '2026-11-30T12:00:00Z',
  '2026-11-29T12:00:00.5+01:00',
  '2026-13-01T00:00:00Z',
  'https://a.example/x',
  'http://127.0.0.1/',
  'https://münchen.de:8443/#x',
  'xn--80ak6aa92e.com',
  '\u0000',
  '\ud800',
  '\u202e',
  '__proto__',
  'ａ.ｅxample',
  'GET',
  'response',
  'timeout',
  'valid',
  'none',
  'known',
  'unknown',
  'pay',
]

/** Any JSON value, biased towards what the rules look at. */
export function anyValue(random: Random, depth = 0): unknown {
  const kind = random.next()
  if (depth > 5 || kind < 0.6) return random.pick(WORDS)
  if (kind < 0.7) return text(random)
  if (kind < 0.85)
    return Array.from({ length: random.integer(4) }, () =>
      anyValue(random, depth + 1),
    )
  const object: Record<string, unknown> = {}
  for (let i = random.integer(4); i > 0; i--)
    Object.defineProperty(object, random.pick(KEYS), {
      value: anyValue(random, depth + 1),
      enumerable: true,
      configurable: true,
      writable: true,
    })
  return object
}

/** A copy of a value in which some parts were replaced, doubled or dropped. */
export function mutate(value: unknown, random: Random, share = 0.06): unknown {
  if (random.chance(share)) return anyValue(random)
  if (Array.isArray(value)) {
    const items = value.map((item) => mutate(item, random, share))
    if (items.length > 0 && random.chance(share)) items.push(random.pick(items))
    return items
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
      .filter(() => !random.chance(share / 2))
      .map(([key, item]) => [key, mutate(item, random, share)])
    return Object.fromEntries(entries)
  }
  if (typeof value === 'string' && random.chance(share))
    return cut(value, random)
  return value
}

/** A text with characters changed, dropped or put in. */
export function cut(value: string, random: Random): string {
  const at = random.integer(value.length + 1)
  const kind = random.integer(4)
  if (kind === 0) return value.slice(0, at)
  if (kind === 1) return value.slice(0, at) + text(random) + value.slice(at)
  if (kind === 2) return value.slice(0, at) + value.slice(at + 1)
  return value + value
}

/** Any text: ASCII, control, wide, broken. */
export function text(random: Random): string {
  let out = ''
  for (let i = random.integer(20); i > 0; i--)
    out += random.chance(0.8)
      ? String.fromCharCode(0x20 + random.integer(0x5f))
      : String.fromCharCode(random.integer(0x10000))
  return out
}

const KEYS = [
  'x402Version',
  'accepts',
  'resource',
  'extensions',
  'scheme',
  'network',
  'amount',
  'maxAmountRequired',
  'asset',
  'payTo',
  'extra',
  'maxTimeoutSeconds',
  'now',
  'probe',
  'status',
  'headers',
  'body',
  'history',
  'at',
  'url',
  '$ref',
  'type',
  'properties',
  'pattern',
  'items',
  'allOf',
  '__proto__',
  'constructor',
]
