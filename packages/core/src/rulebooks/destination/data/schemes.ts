/** The only scheme that can be trusted, and what is taken when none is written. */
export const REQUIRED_SCHEME = 'https'

/** Schemes of the web without encryption; every other one is unsupported. */
export const INSECURE_SCHEMES: readonly string[] = ['http', 'ws', 'ftp']

/** Schemes whose hosts the URL standard reads as names or IP addresses. */
export const SPECIAL_SCHEMES: readonly string[] = [
  'https',
  'http',
  'ws',
  'wss',
  'ftp',
  'file',
]

/** Names under it are ENS names. */
export const ENS_TLD = 'eth'
