import type { CallRoute } from './answer-tool.js'
import type { Ask } from './tool.js'

/** Answers a request as the service's port would. */
export type AppFetch = (
  request: Request,
  env?: unknown,
) => Response | Promise<Response>

/** Who asks: these headers say so, and go with every call. */
const CALLERS: readonly string[] = [
  'authorization',
  'x-api-key',
  'x-assay-client',
  'x-forwarded-for',
  'x-tw-bundle-secret',
  'x-tw-bundle-client',
]

/**
 * Calls our own routes as whoever sent `outer`: the same key, the same address.
 * `env` is what the port knows of the connection.
 */
export function callRouteAs(
  fetch: AppFetch,
  base: string,
  outer: Headers,
  env: unknown,
): CallRoute {
  const own = CALLERS.flatMap((name) => {
    const value = outer.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  // A key among the arguments is meant for this call, whatever the client sends.
  const named = (ask: Ask) =>
    ask.headers?.['x-api-key'] === undefined
      ? own
      : own.filter(([name]) => name !== 'authorization')
  return async (ask) =>
    fetch(
      new Request(urlOf(base, ask), {
        method: ask.method,
        headers: {
          accept: 'application/json',
          ...Object.fromEntries(named(ask)),
          ...(ask.body !== undefined && { 'content-type': 'application/json' }),
          ...ask.headers,
        },
        body: ask.body === undefined ? null : JSON.stringify(ask.body),
      }),
      env,
    )
}

function urlOf(base: string, { path, query }: Ask): string {
  const url = new URL(path, base)
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) url.searchParams.set(name, String(value))
  return url.href
}
