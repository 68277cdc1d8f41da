import type {
  FiguresStore,
  SettlementJob,
  WalletFigures,
} from '../../../store/words/figures.js'

/** The part of the operational store that settlements use, in memory. */
export function memoryFigures(): Pick<
  FiguresStore,
  | 'figuresOf'
  | 'saveFigures'
  | 'queueSettlementJob'
  | 'takeSettlementJob'
  | 'finishSettlementJob'
  | 'settlementJobs'
> & { readonly saved: WalletFigures[] } {
  const rows = new Map<string, WalletFigures>()
  const saved: WalletFigures[] = []
  let jobs: SettlementJob[] = []
  return {
    saved,
    saveFigures: async (figures) => {
      for (const row of structuredClone([...figures])) {
        saved.push(row)
        rows.set(`${row.network} ${row.wallet}`, row)
      }
    },
    figuresOf: async (network, wallet) => rows.get(`${network} ${wallet}`),
    queueSettlementJob: async (job) => {
      jobs.push(job)
    },
    takeSettlementJob: async () => {
      const job = jobs.find(({ state }) => state === 'queued')
      if (job === undefined) return undefined
      const running = { ...job, state: 'running' as const }
      jobs = jobs.map((one) => (one.id === job.id ? running : one))
      return running
    },
    finishSettlementJob: async (id, end) => {
      jobs = jobs.map((one) => (one.id === id ? { ...one, ...end } : one))
    },
    settlementJobs: async (limit) => [...jobs].reverse().slice(0, limit),
  }
}
