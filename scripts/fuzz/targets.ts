import {
  canonicalJson,
  decide,
  JUDGES,
  readChallenge,
  registrableDomain,
  replayBundle,
  stockClient,
} from '@assay402/core'
import { readTarget } from '../../packages/assay/dist/collect/net/url-policy.js'
import { readRdapServices } from '../../packages/assay/dist/collect/rdap/bootstrap.js'
import { readRdapAnswer } from '../../packages/assay/dist/collect/rdap/rdap-answer.js'
import type { Random } from './random.js'
import { SAMPLES } from './samples.js'
import { anyValue, cut, mutate, text } from './values.js'

/** One reader of what others wrote, and how its inputs are made. */
export type Target = {
  readonly name: string
  readonly make: (random: Random) => unknown
  readonly run: (input: unknown) => unknown
}

const policy = { ports: 'named', allowed: new Set<string>() } as const

export const TARGETS: readonly Target[] = [
  {
    name: 'challenge',
    make: response,
    run: (input) => stockClient(readChallenge(input as never)),
  },
  ...Object.entries(JUDGES).map(([name, judge]) => ({
    name,
    make: (random: Random) =>
      random.chance(0.1) ? anyValue(random) : mutate(SAMPLES[name], random),
    run: (input: unknown) => JSON.stringify(judge(input)),
  })),
  {
    name: 'decide',
    make: (random) => mutate(SAMPLES['decide'], random),
    run: decide,
  },
  {
    name: 'replay',
    make: (random) => mutate(SAMPLES['replay'], random),
    run: (input) => replayBundle(input, JUDGES),
  },
  {
    name: 'url',
    make: (random) => cut(random.pick(URLS), random),
    run: (input) => readTarget(input as string, policy),
  },
  {
    name: 'domain',
    make: (random) => cut(random.pick(URLS), random),
    run: (input) => registrableDomain(input as string),
  },
  {
    name: 'rdap',
    make: (random) => broken(SAMPLES['rdap'], random),
    run: (input) => readRdapAnswer(input as string, 'a.example'),
  },
  {
    name: 'rdap bootstrap',
    make: (random) => broken(SAMPLES['bootstrap'], random),
    run: (input) => readRdapServices(input as string),
  },
  {
    name: 'canonical JSON',
    make: (random) =>
      JSON.parse(
        JSON.stringify(anyValue(random)).replace(/\\u[dD][89a-fA-F]../g, ''),
      ),
    run: canonicalJson,
  },
]

const URLS = [
  'https://api.example.com/x?y=1#z',
  'http://0x7f.1/',
  'https://user:pw@[::ffff:127.0.0.1]:8443/',
  'https://xn--mnchen-3ya.de./',
  '//evil.example\\@good.example',
]

/** A response whose header or body is a broken challenge. */
function response(random: Random): unknown {
  const challenge = broken(SAMPLES['challenge'], random)
  const header = random.chance(0.7)
    ? Buffer.from(challenge).toString(
        random.chance(0.8) ? 'base64' : 'base64url',
      )
    : challenge
  const name = random.pick(['payment-required', 'Payment-Required', 'x'])
  return {
    status: random.chance(0.9) ? 402 : random.integer(600),
    headers: {
      'content-type': random.pick([
        'application/json',
        'text/html',
        text(random),
      ]),
      [name]: random.chance(0.8) ? header : [header, cut(header, random)],
    },
    body: random.chance(0.5) ? '{}' : broken(SAMPLES['challenge'], random),
    body_truncated: random.chance(0.1),
  }
}

function broken(sample: unknown, random: Random): string {
  const json = JSON.stringify(mutate(sample, random))
  return random.chance(0.3) ? cut(json, random) : json
}
