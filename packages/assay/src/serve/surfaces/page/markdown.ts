import { safeText } from '@assay402/core'
import type { Cell, Document, Part, Section } from './document.js'

export const MARKDOWN_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/markdown; charset=utf-8',
  'x-content-type-options': 'nosniff',
  vary: 'accept',
}

/** A document as Markdown; every text in it shows exactly itself. */
export function markdownOf({ title, lead, sections }: Document): string {
  return [`# ${shown(title)}`, shown(lead), ...sections.map(sectionOf)]
    .join('\n\n')
    .concat('\n')
}

function sectionOf({ title, parts }: Section): string {
  return [`## ${shown(title)}`, ...parts.map(partOf)].join('\n\n')
}

function partOf(part: Part): string {
  if (part.kind === 'text') return shown(part.text)
  if (part.kind === 'link') return cellOf(part)
  if (part.kind === 'list')
    return part.items.map((item) => `- ${shown(item)}`).join('\n')
  return [
    rowOf(part.head),
    rowOf(part.head.map(() => '---')),
    ...part.rows.map((row) => rowOf(row.map(cellOf))),
  ].join('\n')
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function cellOf(cell: Cell): string {
  return typeof cell === 'string'
    ? shown(cell)
    : `[${shown(cell.text)}](${encodeURI(cell.href)})`
}

const LONGEST = 10_000

/** Control signs would break lines, the rest would be read as markup. */
function shown(text: string): string {
  const pieces = text.slice(0, LONGEST).match(/[\s\S]{1,150}/gu) ?? []
  return pieces
    .map(safeText)
    .join('')
    .replace(/[\\`*[\]<>|~]/g, '\\$&')
    .replace(/(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|^#/g, '\\$&')
}
