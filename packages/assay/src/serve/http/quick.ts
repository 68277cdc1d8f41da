import type { HttpBindings, ServerType } from '@hono/node-server'
import { JSON_HEADERS } from './headers.js'
import type { Telling } from './telling.js'

/** Answers to POSTs of one path that need nothing but the bytes that came. */
export type QuickAnswers = {
  readonly path: string
  /** Larger bodies are not looked at here. */
  readonly bodyBytes: number
  readonly find: (
    body: string,
  ) => { readonly text: string; readonly bytes: Uint8Array } | undefined
  readonly telling: Telling
}

const HEADERS: readonly string[] = Object.entries(JSON_HEADERS).flat()

type Incoming = HttpBindings['incoming']
type Outgoing = HttpBindings['outgoing']
type Listener = (incoming: Incoming, outgoing: Outgoing) => void

/**
 * Writes what is kept ready straight to the connection, ahead of the server's
 * own listener: making a Request and a Response of it costs more than all else.
 * Whatever is not found here is passed on with its body.
 */
export function answerQuickly(server: ServerType, quick: QuickAnswers): void {
  const [usual] = server.listeners('request') as Listener[]
  if (usual === undefined) return
  server.removeAllListeners('request')
  server.on('request', (incoming: Incoming, outgoing: Outgoing) => {
    if (!isQuick(incoming, quick)) return usual(incoming, outgoing)
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.once('end', () => {
      const body = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)
      const found = quick.find(String(body))
      if (found !== undefined) return send(outgoing, found, quick, incoming)
      // Where the server looks for a body that somebody has read already.
      Object.assign(incoming, { rawBody: body })
      usual(incoming, outgoing)
    })
  })
}

function isQuick(
  { method, url, headers }: Incoming,
  { path, bodyBytes }: QuickAnswers,
): boolean {
  return (
    method === 'POST' &&
    url === path &&
    // Node holds a sender to the length that was announced.
    Number(headers['content-length']) <= bodyBytes
  )
}

function send(
  outgoing: Outgoing,
  found: { readonly text: string; readonly bytes: Uint8Array },
  { path, telling }: QuickAnswers,
  { headers }: Incoming,
): void {
  const given = headers['x-request-id']
  const told = telling.begin(typeof given === 'string' ? given : undefined)
  const length = String(found.bytes.length)
  // Pairs are what Node takes as they are.
  outgoing.writeHead(200, [
    ...HEADERS,
    ...['x-request-id', told.id, 'content-length', length],
  ])
  // As text it goes out in one piece with the headers.
  outgoing.end(found.text)
  telling.end(told, { method: 'POST', route: path, status: 200 })
}
