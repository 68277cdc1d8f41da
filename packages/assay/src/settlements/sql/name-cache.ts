import type { ColumnReader } from './column-reader.js'

type Dictionary = Pick<ColumnReader, 'idsOf' | 'namesOf'>

/** Names remembered at once; about 20 MB. */
const MOST = 200_000

/** Remembers the dictionary, which only grows: what was known stays true. */
export function withNameCache(db: Dictionary): Dictionary {
  const ids = new Map<string, number>()
  const names = new Map<number, string>()
  const learn = (id: number, name: string) => {
    if (ids.size >= MOST) {
      ids.clear()
      names.clear()
    }
    ids.set(name, id)
    names.set(id, name)
  }
  return {
    idsOf: async (asked) => {
      const found = known(asked, ids)
      const rest = asked.filter((name) => !found.has(name))
      if (rest.length === 0) return found
      for (const [name, id] of await db.idsOf(rest)) {
        found.set(name, id)
        learn(id, name)
      }
      return found
    },
    namesOf: async (asked) => {
      const found = known(asked, names)
      const rest = asked.filter((id) => !found.has(id))
      if (rest.length === 0) return found
      for (const [id, name] of await db.namesOf(rest)) {
        found.set(id, name)
        learn(id, name)
      }
      return found
    },
  }
}

function known<Key, Value>(
  asked: readonly Key[],
  cache: ReadonlyMap<Key, Value>,
): Map<Key, Value> {
  const found = new Map<Key, Value>()
  for (const key of asked) {
    const value = cache.get(key)
    if (value !== undefined) found.set(key, value)
  }
  return found
}
