import { type Ledger, memoryLedger } from '@assay402/guard'
import { createDesk } from '../../guard-stdio/desk.js'
import { serveLines } from '../../guard-stdio/serve-lines.js'
import { CliError, EXIT } from '../exit.js'
import { readJson } from '../input.js'
import type { World } from '../world.js'

export type GuardFlags = {
  readonly stdio?: boolean
  readonly policy?: string
  readonly ledger?: string
}

/** `assay guard --stdio`: JSON lines in and out until the input ends. */
export async function guardCommand(
  flags: GuardFlags,
  { terminal, now }: World,
): Promise<number> {
  if (flags.stdio !== true)
    throw new CliError(
      EXIT.usage,
      'guard: say --stdio',
      'for example: assay guard --stdio --policy policy.json --ledger spent.log',
    )
  if (flags.policy === '-')
    throw new CliError(
      EXIT.usage,
      '--policy: standard input carries the requests',
      'for example: --policy policy.json',
    )
  const policy =
    flags.policy === undefined ? {} : await readJson(flags.policy, terminal)
  const ledger = await openLedger(flags.ledger)
  await serveLines(terminal.stdin, terminal.stdout, deskOf(policy, ledger, now))
  return EXIT.allow
}

async function openLedger(file: string | undefined): Promise<Ledger> {
  if (file === undefined) return memoryLedger()
  const { fileLedger } = await import('@assay402/guard/file-ledger')
  return fileLedger(file)
}

function deskOf(policy: unknown, ledger: Ledger, now: () => number) {
  try {
    return createDesk({
      policy: policy as Record<string, unknown>,
      ledger,
      now,
    })
  } catch (error) {
    throw new CliError(
      EXIT.data,
      `--policy: ${(error as Error).message}`,
      '{"max_per_payment_usd": "1"}',
    )
  }
}
