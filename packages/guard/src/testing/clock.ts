/** A clock that stands still until it is moved. */
export function stoppedClock(at = Date.parse('2026-11-30T12:00:00Z')) {
  let ms = at
  return {
    now: () => ms,
    /** Seconds. */
    move: (seconds: number) => {
      ms += seconds * 1000
    },
  }
}
