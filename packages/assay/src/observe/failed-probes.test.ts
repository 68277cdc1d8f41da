import { describe, expect, test } from 'vitest'
import type { Observation } from '../store/store.js'
import { observationOf } from '../store/testing/samples.js'
import { failedProbes } from './failed-probes.js'

const OK = {}
const BAD = { status: 500, challenge: 'none' } as const
const BLOCKED = { result: 'robots_blocked', status: null } as const
const TIMEOUT = { result: 'timeout', status: null } as const

function rows(...given: Partial<Observation>[]): Observation[] {
  return given.map((more, i) => observationOf(100 - i, more))
}

describe('failedProbes', () => {
  test.each<[string, Observation[], string, number]>([
    ['none', [], 'GET', 0],
    ['newest first', rows(BAD, TIMEOUT, OK, BAD), 'GET', 2],
    ['the newest is good', rows(OK, BAD, BAD), 'GET', 0],
    ['unknown ones are passed over', rows(BAD, BLOCKED, TIMEOUT, OK), 'GET', 2],
    ['a 5xx says nothing of another method', rows(BAD, TIMEOUT), 'POST', 1],
    ['checks do not count', rows({ ...BAD, origin: 'check' }, BAD), 'GET', 1],
  ])('%s', (_, observations, method, expected) => {
    expect(failedProbes(observations, method)).toBe(expected)
  })
})
