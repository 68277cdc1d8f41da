import { createRequire } from 'node:module'
import { destination } from '@assay402/core'
import { ratePerSecond } from './measure.js'
import type { BenchOptions, Row } from './row.js'

/** Screening hosts, against the detector that wallets use, on its own hosts. */
export function destinationBench(options: BenchOptions): Omit<Row, 'repeat'>[] {
  const require = createRequire(import.meta.url)
  const config = require('eth-phishing-detect/src/config.json')
  const checkDomain = require('eth-phishing-detect')
  const hosts = [
    ...config.whitelist.slice(0, 200),
    ...config.blacklist.slice(0, 200),
    ...config.fuzzylist,
    'api.example.com',
    'weather.svc.example.org',
    'münchen.de',
  ] as string[]
  const over = (check: (host: string) => unknown) => {
    let next = 0
    return ratePerSecond(
      () => check(hosts[next++ % hosts.length] as string),
      options,
    )
  }
  const baseline = over((host) => checkDomain(host))
  const registration = {
    status: 'known',
    registered_at: '2015-01-01T00:00:00Z',
  }
  const ours = over((target) =>
    destination.judge({ now: '2026-11-30T12:00:00Z', target, registration }),
  )
  return [
    {
      what: 'destination screening of a host',
      target: '≥ 10 × baseline, ≥ 100 000/s',
      measured: `${Math.round(ours)}/s`,
      ratio: ours / baseline,
      baseline: `eth-phishing-detect: ${Math.round(baseline)}/s`,
    },
  ]
}
