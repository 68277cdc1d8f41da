import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Figures of one service, for Prometheus. Labels are never of a caller's making. */
export type Metrics = {
  readonly registry: Registry
  /** One answered request; `route` is a pattern, such as `/v1/hosts/:host`. */
  readonly answered: (
    method: string,
    route: string,
    status: number,
    seconds: number,
  ) => void
  readonly inFlight: (change: 1 | -1) => void
  readonly preflight: (from: 'ready' | 'signed' | 'judged') => void
  readonly decided: (decision: string) => void
  /** A round of background work that ended. */
  readonly worked: (job: string, outcome: 'done' | 'failed') => void
}

const SECONDS = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30]

/** The metrics of one service, in a registry of its own. */
export function createMetrics(): Metrics {
  const registers = [new Registry()]
  const [registry] = registers as [Registry]
  const requests = new Counter({
    name: 'assay_http_requests_total',
    help: 'Requests answered',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'assay_http_request_duration_seconds',
    help: 'Time from the request to its answer',
    labelNames: ['method', 'route'],
    buckets: SECONDS,
    registers,
  })
  const running = new Gauge({
    name: 'assay_http_requests_in_flight',
    help: 'Requests under way',
    registers,
  })
  const preflights = new Counter({
    name: 'assay_preflight_answers_total',
    help: 'Preflight answers: kept ready, signed anew, judged anew',
    labelNames: ['from'],
    registers,
  })
  const decisions = new Counter({
    name: 'assay_decisions_total',
    help: 'Decisions of new reports',
    labelNames: ['decision'],
    registers,
  })
  const jobs = new Counter({
    name: 'assay_background_rounds_total',
    help: 'Rounds of background work',
    labelNames: ['job', 'outcome'],
    registers,
  })
  // Finding a label's child is most of the cost of counting.
  const known = new Map<string, { inc(): void; observe(s: number): void }>()
  const child = (method: string, route: string, status: number) => {
    const key = `${method} ${status} ${route}`
    const old = known.get(key)
    if (old !== undefined) return old
    const count = requests.labels(method, route, String(status))
    const time = durations.labels(method, route)
    const made = {
      inc: () => count.inc(),
      observe: (s: number) => time.observe(s),
    }
    known.set(key, made)
    return made
  }
  return {
    registry,
    answered: (method, route, status, seconds) => {
      const one = child(METHODS.has(method) ? method : 'OTHER', route, status)
      one.inc()
      one.observe(seconds)
    },
    inFlight: (change) => running.inc(change),
    preflight: (from) => preflights.inc({ from }),
    decided: (decision) => decisions.inc({ decision }),
    worked: (job, outcome) => jobs.inc({ job, outcome }),
  }
}

const METHODS: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'OPTIONS',
  'PATCH',
])
