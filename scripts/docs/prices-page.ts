import { PRICES } from '../../packages/assay/src/serve/billing/prices.js'
import {
  IDEMPOTENT_WINDOW_MS,
  LIMITS,
} from '../../packages/assay/src/serve/quota/limits.js'
import { CHECK_RATE } from '../../packages/assay/src/serve/unified/check-rate.js'
import { HOST_PROBES } from '../../packages/assay/src/serve/unified/probe-budget.js'

const WINDOW_WORDS = { utc_day: 'UTC day', hour: 'hour' } as const

/** The generated page of what answers cost, and how often they may be asked. */
export function pricesPage(): string {
  return [
    '# Prices and limits of the service',
    '<!-- Generated from the tables of the service by `npm run docs`. Edit those. -->',
    'Paid by x402, scheme `exact`, settled only after an answer with a status below 400: an error is never charged, and the same payment again gets the stored answer. Without a wallet of the operator (`ASSAY_PAY_TO`) paid paths answer 402 `payment_not_configured`; with `ASSAY_OPEN=1` nothing is paid or counted. Everything under `/v1` is free.',
    '## Prices',
    table(
      ['path', 'USD', 'what', 'free'],
      PRICES.map(({ path, usd, description, free, pack }) => [
        `\`${path}\``,
        usd,
        pack === null
          ? description
          : `${description} (${pack.answers} answers, ${pack.days} days)`,
        free ?? '–',
      ]),
    ),
    '## Limits',
    `A network is an IPv4 address or the /64 of an IPv6 one; it is kept as a salted hash. Over a limit: 429 with \`Retry-After\`. The same target by the same caller within ${IDEMPOTENT_WINDOW_MS / 1_000} s counts once at \`/destination\`.`,
    table(
      ['scope', 'limit', 'per', 'what'],
      Object.entries(LIMITS).map(([name, { limit, window, per, what }]) => [
        `\`${name}\``,
        String(limit),
        `${per}, ${WINDOW_WORDS[window]}`,
        what,
      ]),
    ),
    `\`/v1/preflight\` has no daily limit: ${CHECK_RATE.without_key} new checks a minute and network, ${CHECK_RATE.with_key} with a key; an answer of the last seconds costs nothing. One host is asked at most ${HOST_PROBES.most} times a minute, over all callers and surfaces.`,
    '',
  ].join('\n\n')
}

function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
