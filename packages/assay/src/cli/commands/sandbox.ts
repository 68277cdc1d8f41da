import { defaultPolicy } from '@assay402/core'
import { inspect } from '../../inspect/inspect.js'
import { createInspectTools } from '../../inspect/tools.js'
import { startSandbox } from '../../sandbox/sandbox.js'
import type { Seller } from '../../sandbox/seller.js'
import { EXIT } from '../exit.js'
import { write } from '../terminal.js'
import type { World } from '../world.js'
import { mapInOrder } from './map-in-order.js'
import { type CheckedSeller, sandboxTable } from './sandbox-table.js'

export type SandboxFlags = { readonly check?: boolean; readonly json?: boolean }

/** Short, since one of the sellers never answers. */
const TIMEOUT_MS = 2_000

/** `assay sandbox`: a marketplace on loopback; with --check, all of it checked. */
export async function sandboxCommand(
  flags: SandboxFlags,
  world: World,
): Promise<number> {
  const sandbox = await startSandbox({ clock: world.now })
  try {
    if (flags.check !== true) {
      await write(
        world.terminal.stdout,
        invitation(sandbox.sellers, sandbox.catalog_url),
      )
      await interrupted()
      return EXIT.allow
    }
    const checked = await checkAll(sandbox.sellers, world)
    const text =
      flags.json === true
        ? `${JSON.stringify(checked, null, 2)}\n`
        : `${sandboxTable(checked)}\n${NEXT}`
    await write(world.terminal.stdout, text)
    return checked.every(({ as_expected }) => as_expected)
      ? EXIT.allow
      : EXIT.internal
  } finally {
    await sandbox.close()
  }
}

async function checkAll(
  sellers: readonly Seller[],
  world: World,
): Promise<CheckedSeller[]> {
  const tools = createInspectTools(world, {
    allowHosts: sellers.map(({ url }) => new URL(url).host),
    timeoutMs: TIMEOUT_MS,
  })
  const checked: CheckedSeller[] = []
  const results = mapInOrder(sellers, 4, (seller) => checkOne(seller, tools))
  for await (const { result } of results) checked.push(result)
  return checked
}

async function checkOne(
  seller: Seller,
  tools: Parameters<typeof inspect>[1],
): Promise<CheckedSeller> {
  const { report } = await inspect(
    {
      url: seller.url,
      method: seller.method,
      expected: { ...seller.listing, source: 'listing' },
      check_expiry: seller.check_options.check_expiry,
      skew_s: 30,
      policy: defaultPolicy,
      vouched: true,
      registration: 'skip',
    },
    tools,
  )
  const terms = report.rulebooks['terms'] as {
    readonly verdict: string
    readonly reason_code: string
  }
  const [first] = report.reasons
  const { expect } = seller
  return {
    id: seller.id,
    title: seller.title,
    url: seller.url,
    decision: report.decision,
    decided_by: report.decision === 'allow' ? null : (first?.code ?? null),
    terms: terms.verdict,
    reason_code: terms.reason_code,
    why: expect.why,
    as_expected:
      report.decision === expect.decision &&
      terms.verdict === expect.verdict &&
      terms.reason_code === expect.reason_code,
  }
}

function invitation(sellers: readonly Seller[], catalog: string): string {
  return [
    'The sandbox is open. Every seller asks for a payment that nobody can make here.',
    `catalog  ${catalog}`,
    ...sellers.map(
      ({ id, method, url }) => `${id.padEnd(20)} ${method} ${url}`,
    ),
    '',
    'Try one from another terminal (Ctrl-C ends the sandbox):',
    `  assay check ${sellers[0]?.url} --allow-host ${new URL(sellers[0]?.url ?? '').host} --price ${sellers[0]?.listing.price_usd}`,
    '',
  ].join('\n')
}

/** Resolves when the person has had enough. */
function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', resolve)
    process.once('SIGTERM', resolve)
  })
}

const NEXT = `
What to do next
  a live endpoint     npx assay check https://api.example.com/x --price 0.01
  the sellers, open   npx assay sandbox
  the rules           npx assay rulebooks
  everything else     npx assay --help
`
