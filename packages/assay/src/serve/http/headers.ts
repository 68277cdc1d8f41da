/** What a page of another origin may read of our answers. */
export const EXPOSED =
  'PAYMENT-REQUIRED, PAYMENT-RESPONSE, X-PAYMENT-RESPONSE, Retry-After, X-Request-Id, ETag'

/** What it may send. */
const ALLOWED =
  'Accept, Authorization, Content-Type, X-Api-Key, X-Assay-Client, X-Payment, PAYMENT-SIGNATURE, Access-Control-Expose-Headers, Mcp-Session-Id, Mcp-Protocol-Version, Last-Event-Id, Sign-In-With-X, Idempotency-Key'

/**
 * On every answer. Nothing here depends on who asks, so the API is open to every
 * origin; it knows no cookies.
 */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED,
  'x-content-type-options': 'nosniff',
}

/** On answers that say nothing of their own about it. */
export const DEFAULT_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'cross-origin',
}

/** Of a JSON answer that is kept ready. */
export const JSON_HEADERS: Readonly<Record<string, string>> = {
  ...COMMON_HEADERS,
  'cache-control': 'no-store',
  'content-type': 'application/json',
}

/** The answer to a browser that asks whether it may ask. */
export function preflightedOrigin(requestId: string): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...COMMON_HEADERS,
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE, OPTIONS',
      'access-control-allow-headers': ALLOWED,
      'access-control-max-age': '86400',
      'x-request-id': requestId,
    },
  })
}
