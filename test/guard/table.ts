import { formatUnits } from 'viem'
import type { Scenario } from './scenario.js'

/** The page of all sellers, as Markdown: what each takes, and what stops it. */
export function tableOfSellers(scenarios: readonly Scenario[]): string {
  const rows = scenarios.map(
    ({ id, trick, stock, guarded }) =>
      `| ${id} | ${trick} | ${stock.allowance === undefined ? usd(stock.lost) : `an ${stock.allowance} allowance`} | ${usd(guarded.lost)} | ${guarded.stopped_by ?? 'the fair offer is paid'} |`,
  )
  return `${HEAD}\n${rows.join('\n')}\n`
}

function usd(atomic: bigint): string {
  return Number(formatUnits(atomic, 6)).toFixed(2)
}

const HEAD = `# Hostile sellers

Each of these sellers really stands in \`test/guard/\`, takes real signatures and
cashes them on a local chain. *Lost* is what it has in USD at the end and should
not have: once with the stock client (\`@x402/fetch\`, its own spend controls on
unless said), once with the same client and a guard with the default spend
policy. The same test pays an honest seller 50 times in a row and 10 times at
once, and every payment arrives.

Money is lost behind a guard only where a first payment looks like any other
until its answer is missing; the guard then refuses the next one.

| seller | trick | lost, stock | lost, guarded | stopped by |
| --- | --- | --- | --- | --- |`
