import { describe, expect, test } from 'vitest'
import type { LogEvent } from '../service.js'
import { runJob } from './job.js'

/** Runs a job until so many rounds are over; the waits between them. */
async function rounds(count: number, run: (round: number) => Promise<void>) {
  const stop = new AbortController()
  const events: LogEvent[] = []
  const outcomes: string[] = []
  const waits: number[] = []
  let round = 0
  let waited = 0
  const job = {
    name: 'work',
    restMs: 1_000,
    run: async () => {
      if (round > 0) waits.push(waited)
      waited = 0
      round++
      if (round === count) stop.abort()
      await run(round)
    },
  }
  await runJob(job, stop.signal, {
    log: (event) => events.push(event),
    worked: (_, outcome) => outcomes.push(outcome),
    sleep: async (ms) => {
      waited += ms
    },
  })
  return { waits, outcomes, events }
}

describe('runJob', () => {
  test('default: rests between rounds, and stops when it is told', async () => {
    expect(await rounds(3, async () => {})).toEqual({
      waits: [1_000, 1_000],
      outcomes: ['done', 'done', 'done'],
      events: [],
    })
  })

  test('behavior: a failure is told, and tried again ever less often', async () => {
    const { waits, outcomes, events } = await rounds(14, async (round) => {
      if (round < 13) throw new Error('no network')
    })
    expect(waits.slice(0, 4)).toEqual([2_000, 4_000, 8_000, 16_000])
    expect(Math.max(...waits)).toBe(900_000)
    expect(waits.at(-1)).toBe(1_000)
    expect(outcomes.filter((one) => one === 'failed')).toHaveLength(12)
    expect(events[0]).toEqual({
      level: 'error',
      event: 'background_failed',
      job: 'work',
      error: 'no network',
    })
  })
})
