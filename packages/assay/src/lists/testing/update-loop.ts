import { writeSync } from 'node:fs'
import { openStore } from '../../store/open-store.js'
import { readOfac } from '../ofac/read-ofac.js'
import { OFAC_LIST } from '../policy.js'
import { updateList } from '../update.js'

// Takes one copy of a list after the other until it is killed, and says the id
// of each once the store has acknowledged it.
const [where = '', prefix, ...copies] = process.argv.slice(2)
const store = await openStore(where)
let at = Date.now()
for (let n = 0; ; n++) {
  const { snapshot, reason } = await updateList(
    {
      list: OFAC_LIST,
      location: copies[n % copies.length] ?? '',
      read: readOfac,
    },
    {
      store,
      fetch: async () => {
        throw new Error('nothing is fetched here')
      },
      now: () => at++,
      newId: () => `${prefix}-${n}`,
    },
    'insist',
  )
  if (reason !== null) throw new Error(reason)
  writeSync(1, `${snapshot.id}\n`)
}
