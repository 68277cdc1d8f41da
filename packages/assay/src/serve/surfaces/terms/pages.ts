import { terms, termsReputation } from '@assay402/core'
import {
  type Document,
  leadsTo,
  link,
  list,
  table,
  text,
} from '../page/document.js'
import { rulebookSections } from '../page/rulebook-sections.js'
import type { TermsReceipt as Receipt } from './receipts.js'
import type { HostReputation } from './reputation.js'
import { FIELDS, limitsInWords } from './rules-words.js'

/** The rules as a page for people. */
export function rulesPage(): Document {
  return {
    title: 'The rules of a terms check',
    lead: `${terms.question} Version ${terms.version}. The same as JSON: ask for application/json.`,
    sections: [
      ...rulebookSections(terms),
      {
        title: 'Reputation of a host',
        parts: [
          text(`${termsReputation.question} It never changes a verdict.`),
        ],
      },
      ...rulebookSections(termsReputation),
      { title: 'Fields', parts: [wordsTable(FIELDS)] },
      { title: 'Limits', parts: [wordsTable(limitsInWords())] },
    ],
  }
}

/** The free page of a host: its band, and what was found of late. */
export function reputationPage(
  { host, band }: Pick<HostReputation, 'host' | 'band'>,
  receipts: readonly Receipt[],
): Document {
  return {
    title: `Reputation of ${host}`,
    lead: `Band: ${band}. ${termsReputation.reasons[band]?.text ?? ''}`,
    sections: [
      {
        title: 'Newest checks',
        parts: [
          receipts.length === 0
            ? text('None that everybody may see.')
            : receiptsTable(receipts),
        ],
      },
      {
        title: 'How it is computed',
        parts: [
          text(
            'From what was observed of the listed endpoints of the host (the newest 500), anew every minute.',
          ),
          leadsTo('The rules', '/terms/rules'),
          list(termsReputation.limits),
        ],
      },
    ],
  }
}

/** A list of receipts as a page. */
export function receiptsPage(
  title: string,
  receipts: readonly Receipt[],
): Document {
  return {
    title,
    lead: 'Newest first. Checks by a caller’s own expectations are not listed: they say nothing of the seller.',
    sections: [
      {
        title: 'Receipts',
        parts: [
          receipts.length === 0 ? text('None yet.') : receiptsTable(receipts),
        ],
      },
    ],
  }
}

/** One receipt as a page. */
export function receiptPage(receipt: Receipt): Document {
  const { verdict, reason_code, at, url, host, jws } = receipt
  return {
    title: `Receipt ${receipt.id}`,
    lead: `${verdict}: ${reason_code ?? 'no code'}, on ${at}.`,
    sections: [
      {
        title: 'What was checked',
        parts: [
          table(
            ['field', 'value'],
            [
              ['URL, without query values', url],
              ['Host', link(host, hostPath(host))],
              ...summaryRows(receipt.summary),
            ],
          ),
        ],
      },
      {
        title: 'Signature',
        parts: [
          text(
            jws ??
              `Not shown here (${receipt.withheld ?? 'unsigned'}); its SHA-256 is ${receipt.jws_sha256 ?? 'unknown'}.`,
          ),
        ],
      },
    ],
  }
}

function receiptsTable(receipts: readonly Receipt[]) {
  return table(
    ['when', 'verdict', 'reason', 'URL', 'receipt'],
    receipts.map(({ id, at, verdict, reason_code, url }) => [
      at,
      verdict,
      reason_code ?? '',
      url,
      link(id.slice(0, 8), `/terms/v1/receipts/${id}`),
    ]),
  )
}

function hostPath(host: string): string {
  return `/terms/reputation/${encodeURIComponent(host)}`
}

function summaryRows(summary: unknown): [string, string][] {
  if (typeof summary !== 'object' || summary === null) return []
  return Object.entries(summary).map(([name, value]) => [
    name,
    value === null ? 'none' : String(value),
  ])
}

function wordsTable(words: object) {
  return table(['name', 'meaning'], Object.entries(words))
}
