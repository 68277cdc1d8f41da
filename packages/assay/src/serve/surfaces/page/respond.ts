import { accepts } from 'hono/accepts'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Answer, ServiceContext } from '../../answer.js'
import type { Document } from './document.js'
import { PAGE_HEADERS, pageOf } from './html.js'
import { MARKDOWN_HEADERS, markdownOf } from './markdown.js'

type Form = 'html' | 'markdown' | 'json'

const TYPES: Readonly<Record<string, Form>> = {
  'application/json': 'json',
  'text/html': 'html',
  'text/markdown': 'markdown',
}

/** The form that a caller asks for by its `Accept`, else the usual one. */
export function formOf(
  c: ServiceContext,
  forms: readonly Form[],
  usual: Form,
): Form {
  const supports = Object.keys(TYPES).filter((type) =>
    forms.includes(TYPES[type] as Form),
  )
  const type = accepts(c, {
    header: 'Accept',
    supports,
    default: '',
  })
  return TYPES[type] ?? usual
}

/** A document as the page or the Markdown that was asked for. */
export async function respondDocument(
  c: ServiceContext,
  document: Document,
  form: 'html' | 'markdown',
): Promise<Response> {
  return form === 'html'
    ? c.body(await pageOf(document), 200, {
        ...PAGE_HEADERS,
      })
    : c.body(markdownOf(document), 200, {
        ...MARKDOWN_HEADERS,
      })
}

/** An action's answer as JSON; what is asked for anew is never cached. */
export function respondAnswer(
  c: ServiceContext,
  { status, body, headers }: Answer<object>,
): Response {
  return c.json(body, status as ContentfulStatusCode, {
    'cache-control': 'no-store',
    ...headers,
  })
}
