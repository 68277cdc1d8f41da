import { openStore } from '../packages/assay/dist/store/index.js'
import type { Row } from './row.js'
import { costOf } from './store-world.js'

const LIST = 'bench'
const QUESTIONS = 500

/** A list swapped in twice, and names asked for. */
export async function swapRow(
  file: string,
  entries: number,
): Promise<Omit<Row, 'repeat'>> {
  const store = await openStore(file)
  try {
    await store.saveList(snapshotOf(0, entries), named(0, entries))
    const swapped = await costOf(() =>
      store.saveList(snapshotOf(1, entries), named(1, entries)),
    )
    const asked = await costOf(async () => {
      for (let i = 0; i < QUESTIONS; i++)
        await store.matches(LIST, [`name${(i * 7_919) % entries}.example`])
    })
    return {
      what: `list of ${entries} entries swapped in`,
      target: '–',
      measured: `${swapped.cpuMilliseconds.toFixed(0)} ms of processor time; one name asked for ${(asked.cpuMilliseconds / QUESTIONS).toFixed(2)} ms`,
      ratio: null,
      baseline: '–',
    }
  } finally {
    await store.close()
  }
}

function snapshotOf(n: number, count: number) {
  return {
    id: `snapshot${n}`,
    list: LIST,
    source_url: 'https://lists.example/names',
    fetched_at: n,
    published_at: null,
    sha256: String(n).repeat(64),
    count,
    parser: 'bench',
    status: 'good' as const,
    detail: '',
  }
}

// A tenth is new in each reading.
function* named(reading: number, count: number) {
  for (let i = 0; i < count; i++) {
    const which = i % 10 === 0 ? `new${reading}-${i}` : `name${i}`
    yield { key: `${which}.example`, family: 'domain', entry: which }
  }
}
