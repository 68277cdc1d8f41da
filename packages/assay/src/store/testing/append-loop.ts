import { writeSync } from 'node:fs'
import { openStore } from '../open-store.js'
import { BATCH } from './child.js'
import { storedChallenge } from './samples.js'

// Appends batch after batch until it is killed, and says each id once the store
// has acknowledged it. See child.ts.
const [where, first] = process.argv.slice(2)
const store = await openStore(where)
for (let number = Number(first); ; number += BATCH) {
  const batch = Array.from({ length: BATCH }, (_, i) =>
    storedChallenge(number + i),
  )
  await store.appendEvidence(batch)
  writeSync(1, batch.map(({ record }) => `${record.id}\n`).join(''))
}
