/** What may be asked of `safeFetch`. Times are milliseconds, sizes bytes. */
export type FetchRequest = {
  readonly url: string
  /** `GET` when absent; compared in upper case. */
  readonly method?: string | undefined
  /** Never credentials, payments or cookies: those are refused. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | Uint8Array | undefined
  /** At most 3, which is also the default. */
  readonly maxRedirects?: number | undefined
  /** The URL whose redirect led here, for a caller that follows by itself. */
  readonly redirectedFrom?: string | undefined
  readonly limits?: Partial<FetchLimits> | undefined
  readonly signal?: AbortSignal | undefined
}

export type FetchLimits = {
  /** One attempt to open a connection, TLS included. */
  readonly connectMs: number
  /** From the request sent until the last header byte. */
  readonly firstByteMs: number
  /** Everything: resolving, all hops, the body. */
  readonly wholeMs: number
  /** Body bytes kept, counted after inflating. */
  readonly bodyBytes: number
  readonly headerBytes: number
}

export type FetchResult = FetchResponse | FetchFailure

export type FetchResponse = {
  readonly outcome: 'response'
  readonly status: number
  /** In order of arrival; a value is Latin-1, one character a byte. */
  readonly headers: readonly HeaderField[]
  readonly body: Uint8Array
  readonly bodyEnd: BodyEnd
  /** Why a redirect answer was not followed, else null. */
  readonly redirectStopped: RedirectStop | null
} & Exchange

/** `timeout`: no answer in time. `unreachable`: a definite failure. `refused`: our own rules forbid it. */
export type FetchFailure = {
  readonly outcome: 'timeout' | 'unreachable' | 'refused'
  readonly code: FailureCode
  /** The code of the system, or a few plain words. */
  readonly detail: string
} & Exchange

export type HeaderField = readonly [name: string, value: string]

/** `complete`, or what ended the body early; the bytes so far are kept. */
export type BodyEnd = 'complete' | 'cap' | 'deadline' | 'lost' | 'undecodable'

export type RedirectStop = 'too_many' | 'bad_location' | 'body_to_other_origin'

export type FailureCode =
  | RefusalCode
  | 'dns_timeout'
  | 'connect_timeout'
  | 'first_byte_timeout'
  | 'deadline'
  | 'aborted'
  | 'dns_not_found'
  | 'dns_failed'
  | 'connection_refused'
  | 'connection_lost'
  | 'network_unreachable'
  | 'tls_failed'
  | 'bad_http'
  | 'headers_too_large'
  | 'io_error'

export type RefusalCode =
  | 'invalid_url'
  | 'scheme'
  | 'userinfo'
  | 'host'
  | 'local_name'
  | 'port'
  | 'address'
  | 'https_downgrade'
  | 'method'
  | 'header'

/** The address that was connected to. */
export type Peer = {
  readonly ip: string
  readonly family: 4 | 6
  readonly port: number
}

/** A redirect that was followed. */
export type Hop = {
  readonly status: number
  readonly from: string
  readonly to: string
  readonly crossOrigin: boolean
  readonly peer: Peer
}

/** Durations of the last hop, and of everything; null when not reached. */
export type FetchTiming = {
  readonly dnsMs: number | null
  readonly connectMs: number | null
  readonly firstByteMs: number | null
  readonly totalMs: number
}

type Exchange = {
  /** The URL asked last, as sent. */
  readonly url: string
  readonly peer: Peer | null
  readonly hops: readonly Hop[]
  readonly timing: FetchTiming
}
