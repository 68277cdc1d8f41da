import { addressKey } from '@assay402/core'
import { type StoredFigures, storedFigures } from '../../known/settled-shape.js'
import type { FiguresStore, WalletFigures } from '../../store/words/figures.js'
import { timeText, windowAt } from '../feeds/window.js'
import { type FiguresTools, walletFigures } from './wallet-figures.js'

export type CopyTools = FiguresTools & {
  readonly store: Pick<FiguresStore, 'figuresOf' | 'saveFigures'>
  readonly now: () => number
  readonly onCopied?: (done: number, of: number) => void
  readonly signal?: AbortSignal | undefined
}

export type CopyAsk = {
  /** CAIP-2. */
  readonly network: string
  /** Wallets that are read; each has figures, if only to say that it has none. */
  readonly tracked: readonly string[]
  /** Wallets whose rows changed; `unknown`: after a file was taken in. */
  readonly changed: ReadonlySet<string> | 'unknown'
}

export type Copied = {
  readonly copied: number
  /** Wallets whose figures could not be added up; they are delisted. */
  readonly delisted: number
}

/** Figures are copied anew before they are too old to be served. */
const DUE_MS = 12 * 3_600_000
/** Rows of one write. */
const BATCH = 100

/**
 * Copies figures into the operational store: of wallets whose rows changed, and
 * of those whose copy is growing old. One that cannot be added up is delisted,
 * never left to look fresh.
 */
export async function copyFigures(
  tools: CopyTools,
  ask: CopyAsk,
): Promise<Copied> {
  const due = await dueWallets(tools, ask)
  let batch: WalletFigures[] = []
  let [copied, delisted] = [0, 0]
  const save = async () => {
    if (batch.length > 0) await tools.store.saveFigures(batch)
    batch = []
  }
  for (const [place, wallet] of due.entries()) {
    tools.signal?.throwIfAborted()
    const row = await rowOf(tools, ask.network, wallet)
    if (row !== undefined) {
      batch.push(row)
      copied += 1
      if ((row.figures as StoredFigures).status === 'delisted') delisted += 1
    }
    if (batch.length >= BATCH) await save()
    tools.onCopied?.(place + 1, due.length)
  }
  await save()
  return { copied, delisted }
}

/** Takes every copy of these wallets out of service, with the reason. */
export async function delistFigures(
  store: Pick<FiguresStore, 'saveFigures'>,
  { network, wallets, at, why }: Delisting,
): Promise<void> {
  const figures: StoredFigures = { status: 'delisted', why }
  for (let i = 0; i < wallets.length; i += BATCH)
    await store.saveFigures(
      wallets.slice(i, i + BATCH).map((wallet) => ({
        network,
        wallet: addressKey(wallet),
        at,
        figures,
      })),
    )
}

export type Delisting = {
  readonly network: string
  readonly wallets: readonly string[]
  readonly at: number
  readonly why: string
}

async function dueWallets(
  tools: CopyTools,
  { network, tracked, changed }: CopyAsk,
): Promise<string[]> {
  const now = tools.now()
  const sellers = await changedSellers(tools, network, changed)
  const due = new Set<string>()
  for (const wallet of new Set(tracked.map(addressKey))) {
    if (sellers.has(wallet)) due.add(wallet)
    else {
      const row = await tools.store.figuresOf(network, wallet)
      if (row === undefined || now - row.at > DUE_MS || isUnserved(row))
        due.add(wallet)
    }
  }
  // After a file: whoever sold anything, tracked by a catalog or not.
  if (changed === 'unknown') for (const wallet of sellers) due.add(wallet)
  return [...due]
}

function isUnserved({ figures }: WalletFigures): boolean {
  const read = storedFigures.safeParse(figures)
  return !read.success || read.data.status !== 'available'
}

/** Of an import nobody knows whom it changed: whose sums are other ones now. */
async function changedSellers(
  { reads, store, now }: CopyTools,
  network: string,
  changed: CopyAsk['changed'],
): Promise<ReadonlySet<string>> {
  if (changed !== 'unknown') return changed
  const window = windowAt(timeText(now()))
  const found = new Set<string>()
  for (const sums of await reads.allFigures(network, window, [])) {
    const row = await store.figuresOf(network, sums.wallet)
    const read = storedFigures.safeParse(row?.figures)
    const before =
      read.success && read.data.status !== 'delisted'
        ? read.data.lists.totals
        : undefined
    if (
      before?.volume_atomic !== String(sums.volume) ||
      before.washed_volume_atomic !== String(sums.washed) ||
      before.settlements !== sums.settlements ||
      before.buyers !== sums.buyers
    )
      found.add(sums.wallet)
  }
  return found
}

async function rowOf(
  tools: CopyTools,
  network: string,
  wallet: string,
): Promise<WalletFigures | undefined> {
  const now = tools.now()
  try {
    const read = await walletFigures(tools, { network, wallet, now })
    if (read === undefined) return undefined
    return { network, wallet, at: read.at, figures: checked(read.figures) }
  } catch (error) {
    if (tools.signal?.aborted === true) throw error
    const why = error instanceof Error ? error.message : String(error)
    const figures: StoredFigures = { status: 'delisted', why }
    return { network, wallet, at: now, figures }
  }
}

/** What the reader of the copy would refuse is not written. */
function checked(figures: StoredFigures): StoredFigures {
  const read = storedFigures.safeParse(figures)
  if (!read.success)
    throw new TypeError(
      `figures that do not fit: ${read.error.issues[0]?.path}`,
    )
  return figures
}
