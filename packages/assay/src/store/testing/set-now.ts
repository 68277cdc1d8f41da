import type { Store } from '../store.js'

/** Sets the store's clock to a moment. */
export async function setNow(store: Store, to: number): Promise<void> {
  await store.setClockOffset(0)
  await store.setClockOffset(to - (await store.now()))
}
