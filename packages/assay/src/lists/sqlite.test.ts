import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createStreamFetch } from '../collect/index.js'
import { USER_AGENT } from '../collect/testing/network.js'
import { openStore } from '../store/open-store.js'
import { readFeed } from './feeds/read-feed.js'
import { loadList } from './matchers.js'
import { readOfac } from './ofac/read-ofac.js'
import { OFAC_LIST } from './policy.js'
import { removeList } from './remove.js'
import { sanctionsFor, screeningFor } from './screening.js'
import { advancedSample, ETH, PARTIES, XBT } from './testing/samples.js'
import { updateList } from './update.js'

test('lists in the store of the product', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-lists-'))
  const store = await openStore(join(folder, 'assay.db'))
  onTestFinished(() => store.close())
  let id = 0
  const tools = {
    store,
    fetch: createStreamFetch({ userAgent: USER_AGENT, clock: () => 0 }),
    now: () => 1_000 + id,
    newId: () => `id${++id}`,
  }
  const update = async (list: string, text: string) => {
    const location = join(folder, 'list')
    await writeFile(location, text)
    const read = list === OFAC_LIST ? readOfac : readFeed
    return (await updateList({ list, location, read }, tools)).reason
  }

  expect(await update(OFAC_LIST, advancedSample())).toBe(null)
  expect(await update(OFAC_LIST, advancedSample().slice(0, -20))).toBe('cut')
  expect(await update(OFAC_LIST, advancedSample())).toBe(null)
  expect(await update('feed:mine', `evil.com\n${XBT}\n`)).toBe(null)

  expect(await sanctionsFor(store, [ETH, 'x'], 2_000)).toMatchObject({
    status: 'fresh',
    matches: [
      {
        address: ETH,
        list: OFAC_LIST,
        entry: 'ETH, USDC: KIM & SONS (SDN 900); SECOND (SDN 902)',
      },
    ],
    snapshot: { id: 'id3' },
  })
  const subject = { host: 'www.evil.com', addresses: [XBT] }
  expect(await screeningFor(store, subject)).toEqual([
    { feed: 'mine', entry: 'evil.com' },
    { feed: 'mine', entry: XBT },
  ])
  const loaded = await loadList(store, OFAC_LIST)
  expect(loaded?.address(ETH.toUpperCase())).toContain('KIM & SONS')

  await removeList('feed:mine', tools)
  expect(await screeningFor(store, subject)).toEqual([])
  await removeList(OFAC_LIST, tools)
  expect((await sanctionsFor(store, [ETH], 2_000)).status).toBe('missing')
  expect(await update(OFAC_LIST, advancedSample(PARTIES))).toBe(null)
})
