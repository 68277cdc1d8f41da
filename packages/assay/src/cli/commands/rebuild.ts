import { rebuild } from '../../crawl/rebuild.js'
import { recompute } from '../../recompute/recompute.js'
import type { Store } from '../../store/index.js'
import { EXIT } from '../exit.js'
import { write } from '../terminal.js'
import type { World } from '../world.js'

/** `assay rebuild`: derives everything from evidence again. */
export async function rebuildCommand(
  world: World,
  store: Store,
): Promise<number> {
  const { read, observations } = await rebuild(store)
  const { endpoints, hosts } = await recompute(store, {
    now: await store.now(),
    since: 0,
  })
  await write(
    world.terminal.stdout,
    `${read} records read, ${observations} observations derived, ${endpoints} endpoints and ${hosts} hosts judged\n`,
  )
  return EXIT.allow
}
