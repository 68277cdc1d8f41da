import type { Service } from '../service.js'

/** Work that comes round again and again until it is stopped. */
export type Job = {
  readonly name: string
  /** Between the end of one round and the next, milliseconds. */
  readonly restMs: number
  readonly run: (signal: AbortSignal) => Promise<void>
}

export type JobTools = Pick<Service, 'log' | 'sleep'> & {
  readonly worked: (job: string, outcome: 'done' | 'failed') => void
}

const LONGEST_REST_MS = 900_000
const STEP_MS = 500

/**
 * Runs a job until the signal aborts; what is under way then is finished. A
 * round that fails is told to the log and tried again, ever less often.
 */
export async function runJob(
  job: Job,
  signal: AbortSignal,
  tools: JobTools,
): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    try {
      await job.run(signal)
      failures = 0
      tools.worked(job.name, 'done')
    } catch (error) {
      failures++
      tools.worked(job.name, 'failed')
      tools.log({
        level: 'error',
        event: 'background_failed',
        job: job.name,
        error: error instanceof Error ? error.message : String(error),
      })
    }
    const rest = Math.min(job.restMs * 2 ** failures, LONGEST_REST_MS)
    await pause(failures === 0 ? job.restMs : rest, signal, tools)
  }
}

/** In steps, so that a stop is noticed soon whatever clock the world has. */
async function pause(
  ms: number,
  signal: AbortSignal,
  { sleep }: JobTools,
): Promise<void> {
  for (let waited = 0; waited < ms && !signal.aborted; waited += STEP_MS)
    await sleep(Math.min(STEP_MS, ms - waited))
}
