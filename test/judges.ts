type Judge = (input: unknown) => unknown

export const RULEBOOK_IDS = [
  'terms',
  'terms-reputation',
  'merchant',
  'endpoint-health',
  'counterparty',
  'destination',
] as const

/** The judge of a rulebook, by its id. */
export async function judgeOf(id: string): Promise<Judge> {
  const module = (await import(
    `../packages/core/src/rulebooks/${id}/rulebook.ts`
  )) as Record<string, { judge: Judge }>
  const name = id.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  const rulebook = module[name]
  if (rulebook === undefined) throw new Error(`no rulebook ${id}`)
  return rulebook.judge
}
