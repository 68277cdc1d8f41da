import type { SafeFetch } from '../../collect/index.js'

/** Text data that goes beside a query: rows of one column, `asked.name`. */
export type Asked = readonly string[]

/** One ClickHouse server over its HTTP port. */
export type ClickHouseCall = {
  /** Runs a query; the answer is rows of cells, as ClickHouse wrote them. */
  query(text: string, asked?: Asked): Promise<string[][]>
  /** Stores rows of cells; `into` is `table (columns)`. */
  insert(into: string, rows: readonly (readonly Cell[])[]): Promise<void>
}

type Cell = string | number | bigint

export class ClickHouseFailed extends Error {}

const MAX_BYTES = 512 * 1024 * 1024
const WHOLE_MS = 600_000
const MOST_TEXT = 300

/**
 * A server by its URL, whose own parameters (database, user) are kept. Values
 * travel as data in the body, escaped; no query is made of them.
 */
export function clickHouseOver(fetch: SafeFetch, url: string): ClickHouseCall {
  async function post(
    params: Readonly<Record<string, string>>,
    body: string,
    type: string,
  ): Promise<string> {
    const target = new URL(url)
    for (const [name, value] of Object.entries(params))
      target.searchParams.set(name, value)
    const result = await fetch({
      url: target.href,
      method: 'POST',
      headers: { 'content-type': type },
      body,
      maxRedirects: 0,
      limits: {
        bodyBytes: MAX_BYTES,
        wholeMs: WHOLE_MS,
        firstByteMs: WHOLE_MS,
      },
    })
    if (result.outcome !== 'response')
      throw new ClickHouseFailed(`${result.outcome} (${result.code})`)
    const text = new TextDecoder().decode(result.body)
    if (result.status !== 200)
      throw new ClickHouseFailed(text.slice(0, MOST_TEXT))
    if (result.bodyEnd !== 'complete')
      throw new ClickHouseFailed(`the answer was cut off (${result.bodyEnd})`)
    return text
  }

  return {
    query: async (text, asked) => {
      if (asked === undefined) return rowsOf(await post({}, text, PLAIN))
      const params = { query: text, asked_structure: 'name String' }
      return rowsOf(await post(params, formOf(asked), FORM))
    },
    insert: async (into, rows) => {
      if (rows.length === 0) return
      const query = `INSERT INTO ${into} FORMAT TabSeparated`
      const body = rows.map((row) => row.map(written).join('\t')).join('\n')
      await post({ query }, `${body}\n`, PLAIN)
    },
  }
}

const PLAIN = 'text/plain; charset=utf-8'
const BOUNDARY = 'assay-asked-rows'
const FORM = `multipart/form-data; boundary=${BOUNDARY}`

function formOf(asked: Asked): string {
  const rows = asked.map((name) => `${written(name)}\n`).join('')
  return [
    `--${BOUNDARY}`,
    'Content-Disposition: form-data; name="asked"; filename="asked"',
    'Content-Type: text/plain',
    '',
    `${rows}`,
    `--${BOUNDARY}--`,
    '',
  ].join('\r\n')
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\0': '\\0',
}

function written(cell: Cell): string {
  return String(cell).replace(/[\\\t\n\r\0]/g, (char) => ESCAPES[char] ?? char)
}

// What we store has no tabs, line ends or backslashes but in cursors.
function rowsOf(text: string): string[][] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t').map(read))
}

const READ: Readonly<Record<string, string>> = {
  t: '\t',
  n: '\n',
  r: '\r',
  '0': '\0',
  b: '\b',
  f: '\f',
}

function read(cell: string): string {
  return cell.includes('\\')
    ? cell.replace(/\\(.)/g, (_, char: string) => READ[char] ?? char)
    : cell
}
