import { idList, numberOf } from '../sql/column-reader.js'
import type { Shards } from './shards.js'

/** Names of one question; more are asked in turns. */
const MOST = 50_000

/** Ids of names that are in the dictionary. */
export async function idsOf(
  { first }: Shards,
  names: readonly string[],
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (let i = 0; i < names.length; i += MOST) {
    const rows = await first.query(
      'SELECT name, min(id) FROM names WHERE name IN (SELECT name FROM asked) GROUP BY name',
      names.slice(i, i + MOST),
    )
    for (const [name, id] of rows) ids.set(name as string, Number(id))
  }
  return ids
}

export async function namesOf(
  { first }: Shards,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const names = new Map<number, string>()
  for (let i = 0; i < ids.length; i += MOST) {
    const list = idList(ids.slice(i, i + MOST))
    const rows = await first.query(
      `SELECT id, name FROM names WHERE id IN (${list})`,
    )
    for (const [id, name] of rows) names.set(Number(id), name as string)
  }
  return names
}

/** Ids of all these names; the new ones are learned first. */
export async function learnNames(
  shards: Shards,
  names: Iterable<string>,
): Promise<Map<string, number>> {
  const wanted = [...new Set(names)].filter((name) => name !== '')
  const known = await idsOf(shards, wanted)
  const fresh = wanted.filter((name) => !known.has(name))
  if (fresh.length === 0) return known
  const [[most] = []] = await shards.first.query('SELECT max(id) FROM names')
  const rows = fresh.map(
    (name, i) => [numberOf(most ?? 0) + 1 + i, name] as const,
  )
  await shards.first.insert('names (id, name)', rows)
  for (const [id, name] of rows) known.set(name, id)
  return known
}
