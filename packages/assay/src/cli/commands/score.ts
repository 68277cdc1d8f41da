import { isObject, own, resourceOf, safeText } from '@assay402/core'
import { type SellerScore, scoreSeller } from '../../score/score.js'
import { isAddress } from '../../score/seller.js'
import { CliError, EXIT } from '../exit.js'
import { createCommandStore, type StoreFlags } from '../store-access.js'
import { write } from '../terminal.js'
import type { World } from '../world.js'

export type ScoreFlags = StoreFlags & { readonly json?: boolean }

/**
 * `assay score <url|address>`: counterparty, merchant and reputation of a
 * seller from what is stored. 65 when nothing is stored of it.
 */
export async function scoreCommand(
  subject: string,
  flags: ScoreFlags,
  world: World,
): Promise<number> {
  if (!isAddress(subject) && resourceOf('GET', subject) === undefined)
    throw new CliError(
      EXIT.usage,
      `"${safeText(subject)}" is neither an http(s) URL nor a wallet`,
      'for example: assay score https://api.example.com/x',
    )
  const store = createCommandStore(flags, world)
  try {
    const score = await scoreSeller(await store.demand(), subject, world.now())
    if (score === undefined)
      throw new CliError(
        EXIT.data,
        `nothing is stored of ${safeText(subject)}`,
        'assay check looks at one endpoint, assay crawl at those of the catalogs',
      )
    const text =
      flags.json === true ? JSON.stringify(score, null, 2) : scoreText(score)
    await write(world.terminal.stdout, `${text}\n`)
    return EXIT.allow
  } finally {
    await store.close()
  }
}

function scoreText(score: SellerScore): string {
  const { counterparty, merchant, reputation, settlements } = score
  return [
    `SCORE  ${safeText(score.subject)}`,
    `wallet ${safeText(score.pay_to ?? 'unknown')} on ${safeText(score.network ?? 'unknown')}, listed endpoints: ${score.endpoints}`,
    settlements.status === 'available'
      ? `settlements read up to ${settlements.at}`
      : `settlements: none to judge (${settlements.code})`,
    '',
    line('counterparty', counterparty, 'verdict', [
      'confidence',
      'wash_trading_ratio',
      'real_buyer_count',
    ]),
    merchant === null
      ? row('merchant', 'unknown', 'no wallet is known')
      : line('merchant', merchant, 'recommendation', [
          'trust_tier',
          'confidence',
          'category',
          'price_fairness',
        ]),
    ...(reputation.length === 0
      ? [row('reputation', 'unknown', 'no history')]
      : reputation.map((answer) =>
          line('reputation', answer, 'band', ['host', 'score', 'confidence']),
        )),
  ].join('\n')
}

function line(
  name: string,
  answer: object,
  verdict: string,
  details: readonly string[],
): string {
  const known = details.map((key) => `${key} ${wordOf(answer, key)}`)
  return row(name, wordOf(answer, verdict), known.join(', '))
}

function row(name: string, verdict: string, detail: string): string {
  return `${name.padEnd(14)}${verdict.padEnd(22)}${detail}`
}

function wordOf(answer: object, key: string): string {
  const value = isObject(answer) ? own(answer, key) : undefined
  return typeof value === 'string' || typeof value === 'number'
    ? safeText(String(value))
    : 'unknown'
}
