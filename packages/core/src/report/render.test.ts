import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noPay, pay, quiet, withAnswers } from '../decision/testing/input.js'
import { markdownCode, markdownText, safeText } from '../text/safe-text.js'
import { reportToMarkdown } from './render-markdown.js'
import { reportToText } from './render-text.js'
import type { Report } from './report.js'
import { ID, reportOf } from './testing/parts.js'
import { verdictRows } from './verdict-rows.js'

const plain = { color: false }
const priced = pay('10000', {
  payment: {
    ...pay().payment,
    amount: { atomic: '10000', usd: '0.01' },
    deadline: '2026-11-30T12:01:00Z',
  },
})
const allowed = () => reportOf({ decision_input: quiet({ terms: priced }) })
const waiting = () =>
  reportOf({ decision_input: quiet({ terms: noPay('recheck', 'timeout') }) })
const blocked = () =>
  reportOf({
    decision_input: quiet({ policy: { host_blocklist: ['example.com'] } }),
  })

describe('reportToText', () => {
  test('default: decision, the deciding reason, verdicts, all reasons, exact terms', () => {
    expect(reportToText(reportOf(), plain)).toBe(
      `HOLD  GET https://api.example.com/x
destination_suspicious (destination): Rulebook destination says suspicious.
Would allow: a verdict of unknown or trusted.

rulebook         version     verdict     detail
terms            2026-10-15  pay         reason_code price_ok, confidence high
destination      1           suspicious  score 60
counterparty     –           trusted     wash_trading_ratio 0
merchant         –           unknown     not_indexed
endpoint-health  –           90          score of 100

Reasons
hold   destination_suspicious (destination): Rulebook destination says suspicious.
       measured suspicious; would allow: a verdict of unknown or trusted
note   evidence_unavailable (merchant): There is no answer of merchant.
       measured not_indexed; would allow: an answer of merchant

Exact terms
scheme                exact
network               eip155:8453
asset                 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913
amount                10000
pay_to                0x209693Bc6afc0C5328bA36FaF03C514EF312287C
payment_terms_sha256  ${'c'.repeat(64)}

as of 2026-11-30T12:00:00Z, report ${ID}
`,
    )
  })

  test('behavior: an allow names no reason, terms carry price and deadline', () => {
    const text = reportToText(allowed(), plain)
    expect(text).toMatch(/^ALLOW {2}GET .*\nNo rule of the policy/)
    expect(text).not.toContain('Reasons')
    expect(text).toContain('amount                10000 (0.01 USD)\n')
    expect(text).toContain('deadline              2026-11-30T12:01:00Z\n')
    expect(text).toContain('payment_terms_sha256  unknown\n')
  })

  test('behavior: a wait says when, a block without a way says none', () => {
    const wait = reportToText(waiting(), plain)
    expect(wait).toContain('Ask again in 60 s.\n')
    expect(wait).not.toContain('Exact terms')
    const block = reportToText(blocked(), plain)
    expect(block).toMatch(/^BLOCK {2}.*\nhost_blocked \(policy\): .*\n\n/)
    expect(block).toContain(
      '       measured api.example.com; threshold example.com\n',
    )
  })

  test('behavior: a measured value that is unknown is called so', () => {
    const input = withAnswers({ 'endpoint-health': { score: null } })
    expect(reportToText(reportOf({ decision_input: input }), plain)).toContain(
      'measured unknown; threshold 50',
    )
  })

  test('behavior: colour only when asked for', () => {
    const text = reportToText(reportOf(), { color: true })
    expect(text.startsWith('\u001b[33mHOLD\u001b[0m  GET')).toBe(true)
    expect(reportToText(reportOf(), plain)).not.toContain('\u001b')
  })

  test('behavior: a decision without reasons is shown all the same', () => {
    const report: Report = { ...blocked(), reasons: [] }
    expect(reportToText(report, plain)).toMatch(/^BLOCK {2}.*\nNo rule/)
    expect(reportToMarkdown(report)).toContain('No rule')
  })
})

describe('reportToMarkdown', () => {
  test('default: the same in the same order', () => {
    expect(reportToMarkdown(reportOf())).toBe(
      `# HOLD: \`GET https://api.example.com/x\`

\`destination_suspicious\` (destination): Rulebook destination says suspicious.

Would allow: a verdict of unknown or trusted.

| rulebook | version | verdict | detail |
| --- | --- | --- | --- |
| terms | 2026-10-15 | pay | reason\\_code price\\_ok, confidence high |
| destination | 1 | suspicious | score 60 |
| counterparty | – | trusted | wash\\_trading\\_ratio 0 |
| merchant | – | unknown | not\\_indexed |
| endpoint-health | – | 90 | score of 100 |

## Reasons

| decision | code | from | reason | measured | threshold | would allow |
| --- | --- | --- | --- | --- | --- | --- |
| hold | \`destination_suspicious\` | destination | Rulebook destination says suspicious. | \`suspicious\` | – | a verdict of unknown or trusted |
| note | \`evidence_unavailable\` | merchant | There is no answer of merchant. | \`not_indexed\` | – | an answer of merchant |

## Exact terms

| field | value |
| --- | --- |
| scheme | \`exact\` |
| network | \`eip155:8453\` |
| asset | \`0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913\` |
| amount | \`10000\` |
| pay_to | \`0x209693Bc6afc0C5328bA36FaF03C514EF312287C\` |
| payment_terms_sha256 | \`${'c'.repeat(64)}\` |

As of 2026-11-30T12\\:00\\:00Z, report \`${ID}\`
`,
    )
  })

  test('behavior: allow, wait and block', () => {
    expect(reportToMarkdown(allowed())).not.toContain('## Reasons')
    expect(reportToMarkdown(waiting())).toContain('\n\nAsk again in 60 s.\n')
    expect(reportToMarkdown(waiting())).not.toContain('## Exact terms')
    const block = reportToMarkdown(blocked())
    expect(block).toContain('| `api.example.com` | `example.com` | – |')
    expect(block).not.toContain('Would allow')
  })
})

describe('what others wrote', () => {
  const hostile = '\u001b[2J\n| x | <img> [a](b) `c` \u202e\u{e0041} end'

  test('behavior: never steers a terminal or a page', () => {
    const property = fc.property(fc.string({ unit: 'binary' }), (noise) => {
      const report = {
        ...reportOf(),
        subject: { ...reportOf().subject, resource: hostile + noise },
        terms: { ...allowed().terms, pay_to: hostile + noise },
      } as Report
      const text = reportToText(report, plain)
      expect(text.replaceAll('\n', '')).not.toMatch(/[\p{C}\u2028\u2029]/u)
      expect(text.split('\n')).toHaveLength(
        reportToText(reportOf(), plain).split('\n').length + 1,
      )
      const page = reportToMarkdown(report)
      expect(page.split('\n')).toHaveLength(
        reportToMarkdown(reportOf()).split('\n').length + 1,
      )
    })
    void fc.assert(property, { numRuns: 50 })
  })

  test('safeText', () => {
    expect(safeText('a\u0000\u202eb\ud800\u2028')).toBe(
      'a\\u{0}\\u{202e}b\\u{d800}\\u{2028}',
    )
    expect(safeText('x'.repeat(300))).toBe('x'.repeat(300))
    expect(safeText('x'.repeat(301))).toBe(`${'x'.repeat(300)}…`)
  })

  test('markdownText and markdownCode', () => {
    expect(markdownText('*a* <b> [c](d) | `e`')).toBe(
      '\\*a\\* \\<b\\> \\[c\\]\\(d\\) \\| \\`e\\`',
    )
    expect(markdownCode('a|b')).toBe('`a\\|b`')
    expect(markdownCode('a``b`')).toBe('``` a``b` ```')
  })
})

describe('verdictRows', () => {
  const rows = (answers: object) =>
    verdictRows({
      ...reportOf(),
      rulebooks: { ...answers } as Report['rulebooks'],
    }).map(
      (row) => `${row.rulebook} ${row.version} ${row.verdict} ${row.detail}`,
    )

  test('default: what each rulebook says, unknown where it says nothing', () => {
    expect(
      rows({
        terms: { error: { code: 'invalid_input' } },
        destination: { error: {} },
        counterparty: 'x',
        merchant: {
          version: '1',
          recommendation: 'CAUTION',
          trust_tier: null,
          confidence: 'LOW',
        },
        'endpoint-health': {
          version: '1',
          score: null,
          possible_range: [10, 85],
        },
      }),
    ).toEqual([
      'terms – unknown invalid_input',
      'destination – unknown error',
      'counterparty – unknown ',
      'merchant 1 CAUTION confidence LOW',
      'endpoint-health 1 unknown possible 10–85',
    ])
    expect(rows({})[4]).toBe('endpoint-health – unknown ')
  })
})
