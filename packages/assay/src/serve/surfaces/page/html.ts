import { createHash } from 'node:crypto'
import { safeText } from '@assay402/core'
import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { Cell, Document, Part, Section } from './document.js'

/** What the browser of a page may load: our one style, and nothing else. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src '${styleHash()}'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  vary: 'accept',
}

type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

/** A document as a whole page without scripts; every text in it is escaped. */
export async function pageOf(document: Document): Promise<string> {
  const { title, lead, sections } = document
  const page = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${shown(title)}</title>
<style>${raw(style())}</style>
</head>
<body>
<main>
<h1>${shown(title)}</h1>
<p class="lead">${lead}</p>
${sections.map(sectionOf)}
</main>
</body>
</html>
`
  return String(page)
}

function sectionOf({ title, parts }: Section): Markup {
  return html`<section>
<h2>${shown(title)}</h2>
${parts.map(partOf)}
</section>
`
}

function partOf(part: Part): Markup {
  if (part.kind === 'text') return html`<p>${part.text}</p>`
  if (part.kind === 'link')
    return html`<p><a href="${part.href}">${shown(part.text)}</a></p>`
  if (part.kind === 'list')
    return html`<ul>${part.items.map((item) => html`<li>${item}</li>`)}</ul>`
  return html`<div class="wide"><table>
<thead><tr>${part.head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${part.rows.map((row) => html`<tr>${row.map(cellOf)}</tr>`)}</tbody>
</table></div>`
}

function cellOf(cell: Cell): Markup {
  return typeof cell === 'string'
    ? html`<td>${shown(cell)}</td>`
    : html`<td><a href="${cell.href}">${shown(cell.text)}</a></td>`
}

/** What sellers wrote may stand in titles and cells. */
function shown(words: string): string {
  return safeText(words)
}

function styleHash(): string {
  return `sha256-${createHash('sha256').update(style()).digest('base64')}`
}

function style(): string {
  return `:root{color-scheme:light dark}
body{margin:0;font:16px/1.55 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{line-height:1.2}h2{margin-top:2.2rem}
.lead{font-size:1.1rem}
.wide{overflow-x:auto}
table{border-collapse:collapse;min-width:100%}
th,td{padding:.4rem .6rem;border-bottom:1px solid color-mix(in srgb,currentColor 25%,transparent);text-align:left;vertical-align:top;overflow-wrap:anywhere}
a{color:inherit}`
}
