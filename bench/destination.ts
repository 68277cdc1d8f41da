import { createRequire } from 'node:module'
import { createNameMatcher, destination } from '@assay402/core'
import { deniedNames } from './denied-names.js'
import { ratePerSecond } from './measure.js'
import type { BenchOptions, Row } from './row.js'

/** Screening hosts, against the detector that wallets use, on its own hosts. */
export function destinationBench(options: BenchOptions): Omit<Row, 'repeat'>[] {
  const require = createRequire(import.meta.url)
  const config = require('eth-phishing-detect/src/config.json')
  const checkDomain = require('eth-phishing-detect')
  // Evenly over its lists, whose first entries it finds soonest, and as many
  // names that are on none, which is what most hosts are.
  const hosts = [
    ...spread<string>(config.whitelist, EACH),
    ...spread<string>(config.blacklist, EACH),
    ...spread(ordinaryNames(EACH), EACH),
  ]
  const over = (check: (host: string) => unknown) => {
    let next = 0
    const step = () => check(hosts[next++ % hosts.length] as string)
    return ratePerSecond(step, options)
  }
  const baseline = over((host) => checkDomain(host))
  const registration = {
    status: 'known',
    registered_at: '2015-01-01T00:00:00Z',
  }
  const ours = over((target) =>
    destination.judge({ now: '2026-11-30T12:00:00Z', target, registration }),
  )
  const isDenied = createNameMatcher([
    ...deniedNames(50_000).map((name) => ({ name, reach: 'domain' }) as const),
    ...config.blacklist.map((name: string) => ({ name, reach: 'domain' })),
    ...config.whitelist.map((name: string) => ({ name, reach: 'allow' })),
  ])
  const withLists = over((target) => [
    destination.judge({ now: '2026-11-30T12:00:00Z', target, registration }),
    isDenied(target),
  ])
  return [
    {
      what: 'the same with 50 000 more denied names loaded',
      target: '≥ 10 × baseline',
      measured: `${Math.round(withLists)}/s`,
      ratio: withLists / baseline,
      baseline: `eth-phishing-detect: ${Math.round(baseline)}/s`,
    },
    {
      what: 'destination screening of a host',
      target: '≥ 10 × baseline, ≥ 100 000/s',
      measured: `${Math.round(ours)}/s`,
      ratio: ours / baseline,
      baseline: `eth-phishing-detect: ${Math.round(baseline)}/s`,
    },
  ]
}

const EACH = 200

/** `count` entries at equal distances. */
function spread<Item>(list: readonly Item[], count: number): Item[] {
  return Array.from(
    { length: Math.min(count, list.length) },
    (_, i) => list[Math.floor((i * list.length) / count)] as Item,
  )
}

function ordinaryNames(count: number): string[] {
  const words = 'weather maps quotes images search prices agents data'.split(
    ' ',
  )
  return Array.from(
    { length: count },
    (_, i) => `${i % 2 === 0 ? 'api.' : ''}${words[i % words.length]}${i}.com`,
  )
}
