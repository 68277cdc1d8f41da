import { isObject, own, safeText } from '@assay402/core'
import { html } from 'hono/html'
import type { ShownObjection } from '../objections/shown.js'
import type { PublicReceipt } from './public-receipt.js'

/** A receipt as a plain page. What others wrote stands there as text only. */
export function receiptPage(
  receipt: PublicReceipt,
  objections: readonly ShownObjection[],
): ReturnType<typeof html> {
  const { summary } = receipt
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>Receipt ${receipt.id}</title>
</head>
<body>
<main>
<h1>${receipt.verdict}: ${safeText(receipt.url)}</h1>
<p>Receipt <code>${receipt.id}</code>, given at <time datetime="${receipt.at}">${receipt.at}</time> by <code>${receipt.surface}</code>.</p>
${basisLine(summary)}
${table('Reasons', rowsOf(summary, 'reasons', ['decision', 'rulebook', 'code', 'text']))}
${table('Verdicts', rowsOf(summary, 'verdicts', ['rulebook', 'version', 'verdict', 'detail']))}
${table('Exact terms', termsRows(summary))}
<h2>Signature</h2>
${signature(receipt)}
${objectionsPart(objections)}
</main>
</body>
</html>`
}

function basisLine(summary: unknown) {
  return isObject(summary) && own(summary, 'basis') === 'supplied'
    ? html`<p><strong>Judged by what the caller received or expected. It says nothing of what others would get.</strong></p>`
    : ''
}

function table(title: string, rows: readonly (readonly string[])[]) {
  if (rows.length === 0) return ''
  return html`<h2>${title}</h2>
<table><tbody>${rows.map(
    ([name = '', ...cells]) =>
      html`<tr><th scope="row">${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody></table>`
}

function rowsOf(
  summary: unknown,
  list: string,
  fields: readonly string[],
): string[][] {
  const rows = isObject(summary) ? own(summary, list) : undefined
  if (!Array.isArray(rows)) return []
  return rows
    .filter(isObject)
    .map((row) => fields.map((field) => shown(own(row, field))))
}

function termsRows(summary: unknown): string[][] {
  const terms = isObject(summary) ? own(summary, 'terms') : undefined
  if (!isObject(terms)) return []
  return Object.entries(terms).map(([name, value]) => [
    safeText(name),
    shown(value),
  ])
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return '–'
  return safeText(typeof value === 'string' ? value : JSON.stringify(value))
}

function objectionsPart(objections: readonly ShownObjection[]) {
  if (objections.length === 0) return ''
  return html`<h2>What the host's owner says</h2>
<p>His own words. They change no verdict, and nobody has checked them.</p>
${objections.map(
  ({ at, text }) =>
    html`<blockquote><time datetime="${at}">${at}</time><pre>${text}</pre></blockquote>`,
)}`
}

const WITHHELD = {
  unsigned: 'This answer was not signed.',
  query_values:
    'Its holder can show it: the signed text holds the query values of the URL.',
  audience: 'Its holder can show it: it was made out to somebody.',
  body: 'Its holder can show it: the signed text holds the hash of his body.',
} as const

function signature({ jws, jws_sha256, withheld }: PublicReceipt) {
  const digest =
    jws_sha256 === null
      ? ''
      : html`<p>SHA-256 of the signed receipt: <code>${jws_sha256}</code></p>`
  return jws === null
    ? html`<p>${WITHHELD[withheld ?? 'unsigned']}</p>${digest}`
    : html`<pre>${jws}</pre>${digest}<p>Check it offline by <code>assay verify</code> and the keys at <a href="/.well-known/jwks.json">/.well-known/jwks.json</a>.</p>`
}
