import type { ListEntry, ListSnapshot, ListStore } from '../../store/store.js'

/** A list store in memory, by the contract of the port. */
export function createMemoryListStore(): ListStore {
  const history: ListSnapshot[] = []
  const current = new Map<string, ListSnapshot>()
  const entries = new Map<string, Map<string, ListEntry>>()
  return {
    async saveList(snapshot, given) {
      const kept = new Map<string, ListEntry>()
      if (snapshot.status === 'good')
        for await (const entry of given) kept.set(entry.key, entry)
      history.unshift(snapshot)
      if (snapshot.status === 'refused') return
      entries.set(snapshot.id, kept)
      current.set(snapshot.list, snapshot)
    },
    currentList: async (list) => current.get(list),
    listHistory: async (limit) => history.slice(0, limit),
    async *listEntries(id) {
      yield* entries.get(id)?.values() ?? []
    },
    async matches(list, keys) {
      const kept = entries.get(current.get(list)?.id ?? '')
      return keys.flatMap((key) => kept?.get(key) ?? [])
    },
  }
}
