import { CALL_HEADER, type CallOptions, readCall } from '../expectation.js'
import { type BodyText, type PaidRequest, requestOf } from '../request.js'

/** What is about to be sent, as far as the guard looks at it. */
export type OutgoingRequest = {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly call: CallOptions
  /** The bytes of the body; may be asked for after the request was sent. */
  readonly body: () => Promise<BodyText>
  /** The arguments of fetch, without what is meant for the guard alone. */
  readonly input: RequestInfo | URL
  readonly init: RequestInit | undefined
}

/** Looks at the arguments of fetch without using anything up. */
export function outgoing(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
): OutgoingRequest {
  const request = input instanceof Request ? input : undefined
  const headers = new Headers(init?.headers ?? request?.headers)
  const call = readCall(headers.get(CALL_HEADER))
  const isForGuard = headers.has(CALL_HEADER)
  headers.delete(CALL_HEADER)
  const own = bodyOf(request, init)
  const url = request?.url ?? String(input)
  return {
    method: init?.method ?? request?.method ?? 'GET',
    url,
    headers,
    call,
    body: own.body,
    // A URL object could be another one by the time it is sent.
    input: own.input ?? request ?? url,
    init: isForGuard ? { ...init, headers } : init,
  }
}

/** Names the request; hashes its body. */
export async function named(request: OutgoingRequest): Promise<PaidRequest> {
  return requestOf(request.method, request.url, await request.body())
}

function bodyOf(
  request: Request | undefined,
  init: RequestInit | undefined,
): { body: () => Promise<BodyText>; input?: Request } {
  const given = init?.body
  if (given !== undefined && given !== null)
    return { body: () => bytesOf(given) }
  if (request === undefined || request.body === null)
    return { body: async () => undefined }
  // The one is sent, the other read when somebody asks for it.
  const kept = request.clone()
  let bytes: Promise<BodyText> | undefined
  return {
    body: () => {
      bytes ??= kept.arrayBuffer().then((buffer) => new Uint8Array(buffer))
      return bytes
    },
  }
}

async function bytesOf(body: BodyInit): Promise<BodyText> {
  if (typeof body === 'string') return body
  if (body instanceof URLSearchParams) return String(body)
  // Its bytes have another boundary each time.
  if (body instanceof FormData) return formText(body)
  if (body instanceof ReadableStream)
    throw new TypeError('a paid request needs a body that can be read twice')
  return new Uint8Array(await new Response(body).arrayBuffer())
}

async function formText(form: FormData): Promise<string> {
  const parts: string[][] = []
  for (const [name, value] of form)
    parts.push(
      typeof value === 'string'
        ? [name, value]
        : [name, value.name, value.type, await value.text()],
    )
  return JSON.stringify(parts)
}
