import { afterEach, beforeEach, vi } from 'vitest'

/** Stops the clock of the process for every test: the SDK signs by that one. */
export function stopDate(): void {
  beforeEach(() => {
    vi.useFakeTimers({
      toFake: ['Date'],
      now: Date.parse('2026-11-30T12:00:00Z'),
    })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
}

/** Moves it on, by seconds. */
export const later = (seconds: number) =>
  vi.setSystemTime(Date.now() + seconds * 1000)
