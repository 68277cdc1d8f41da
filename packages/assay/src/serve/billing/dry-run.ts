import type { ServiceContext } from '../answer.js'

/**
 * Whether a request asks for a dry run (`mode=dry-run`, in the query or in a
 * JSON body, which goes first). Those cost nothing, whatever they bring along.
 */
export async function isDryRun(c: ServiceContext): Promise<boolean> {
  const mode = (await modeInBody(c)) ?? c.req.query('mode')
  return typeof mode === 'string' && mode.trim() === 'dry-run'
}

async function modeInBody(c: ServiceContext): Promise<unknown> {
  if (c.req.method !== 'POST') return undefined
  try {
    const body: unknown = await c.req.json()
    return (body as { mode?: unknown } | null)?.mode
  } catch {
    return undefined
  }
}
