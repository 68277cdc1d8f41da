import { z } from 'zod'
import type { FiguresStore, SettlementJob } from '../../store/words/figures.js'
import type { SettlementDesk } from './desk.js'

type Jobs = Pick<
  FiguresStore,
  'queueSettlementJob' | 'takeSettlementJob' | 'finishSettlementJob'
>

const span = z.object({ from: z.number(), to: z.number() })

// No URL is in a job: the keys of providers stand in theirs. The owner asks its
// own.
const ARGUMENTS = {
  sync: z.object({
    networks: z.array(z.string()).max(20),
    wallets: z.array(z.string()).max(20_000),
    days: z.number().int().min(1).max(3_650),
  }),
  import: z.object({
    files: z.array(z.string()).min(1).max(1_000),
    format: z.string().optional(),
    covers: span.optional(),
  }),
  export: z.object({ folder: z.string() }),
} as const

export type JobArguments = {
  readonly [Kind in keyof typeof ARGUMENTS]: z.input<(typeof ARGUMENTS)[Kind]>
}

export type JobOf<Kind extends keyof JobArguments> = {
  readonly id: string
  readonly at: number
  readonly kind: Kind
  readonly arguments: JobArguments[Kind]
}

/** Leaves work for the process that owns the settlement rows. */
export async function queueJob<Kind extends keyof JobArguments>(
  store: Pick<Jobs, 'queueSettlementJob'>,
  job: JobOf<Kind>,
): Promise<void> {
  await store.queueSettlementJob({ ...job, state: 'queued', detail: null })
}

/** Only one process takes jobs, so this matters only after it died. */
const LEASE_MS = 30 * 60_000
const MOST_DETAIL = 500

/**
 * Runs what is queued, one after the other, until nothing is; to be called now
 * and then by the process that owns the settlement rows. A job that fails is
 * finished with the reason. Returns how many ran.
 */
export async function runSettlementJobs({
  store,
  desk,
  signal,
}: {
  readonly store: Jobs
  readonly desk: SettlementDesk
  readonly signal?: AbortSignal | undefined
}): Promise<number> {
  for (let ran = 0; ; ran++) {
    if (isStopped(signal)) return ran
    const job = await store.takeSettlementJob(LEASE_MS)
    if (job === undefined) return ran
    try {
      const detail = (await run(job, desk)).slice(0, MOST_DETAIL)
      await store.finishSettlementJob(job.id, { state: 'done', detail })
    } catch (error) {
      // Interrupted: its lease runs out, and it is taken up again.
      if (isStopped(signal)) return ran
      const why = error instanceof Error ? error.message : String(error)
      const detail = why.slice(0, MOST_DETAIL)
      await store.finishSettlementJob(job.id, { state: 'failed', detail })
    }
  }
}

function isStopped(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true
}

async function run(
  { kind, arguments: given }: SettlementJob,
  desk: SettlementDesk,
): Promise<string> {
  if (kind === 'sync') {
    const { networks, wallets, days } = ARGUMENTS.sync.parse(given)
    const reports: object[] = []
    for (const network of networks.length > 0 ? networks : desk.networks)
      reports.push(await desk.sync({ network, wallets, days }))
    return JSON.stringify(reports)
  }
  if (kind === 'import') {
    const { files, format, covers } = ARGUMENTS.import.parse(given)
    const reports: object[] = []
    for (const file of files)
      reports.push(await desk.importFile({ file, format, covers }))
    return JSON.stringify(reports)
  }
  const { folder } = ARGUMENTS.export.parse(given)
  return JSON.stringify({ files: await desk.exportTo(folder) })
}
