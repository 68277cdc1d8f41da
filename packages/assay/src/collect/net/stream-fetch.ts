import type {
  BodyEnd,
  FetchFailure,
  FetchRequest,
  FetchResponse,
} from './fetch-types.js'
import {
  readOptions,
  type SafeFetchOptions,
  type Settled,
  startJourney,
  travel,
} from './safe-fetch.js'

/** An answer whose body is still coming. */
export type StreamedAnswer = Omit<FetchResponse, 'body' | 'bodyEnd'> & {
  /** To be read once; ends without an error whatever ends the body. */
  readonly body: AsyncIterable<Uint8Array>
  /** What ended the body; null while it goes on and when it was given up. */
  readonly bodyEnd: () => BodyEnd | null
}

/** What `read` made of an answer, or why there was none. */
export type StreamResult<Value> =
  | { readonly outcome: 'response'; readonly value: Value }
  | FetchFailure

export type StreamFetch = <Value>(
  request: FetchRequest,
  read: (answer: StreamedAnswer) => Promise<Value>,
) => Promise<StreamResult<Value>>

/**
 * A safe-fetch for what is too large to hold: the same checks on every hop, the
 * body handed to `read` as it comes, up to the byte limit of the request. The
 * connection is closed when `read` is done. Rejects only with what `read` throws.
 */
export function createStreamFetch(options: SafeFetchOptions): StreamFetch {
  const setup = readOptions(options)
  return async (request, read) => {
    const { journey, close } = startJourney(setup, request)
    let settled: Awaited<ReturnType<typeof travel>> | undefined
    try {
      settled = await travel(journey, request)
      if (settled.outcome !== 'answer') return settled
      return { outcome: 'response', value: await read(streamed(settled)) }
    } finally {
      if (settled?.outcome === 'answer') settled.answer.close()
      close()
    }
  }
}

function streamed(settled: Settled): StreamedAnswer {
  const { answer, redirectStopped, travelled } = settled
  const { status, headers } = answer
  const { chunks: body, end: bodyEnd } = answer.streamBody()
  return {
    outcome: 'response',
    ...{ status, headers, body, bodyEnd, redirectStopped },
    ...travelled(),
  }
}
