import { dirname, join } from 'node:path'
import { defaultStorePath } from '../store/open-store.js'

/** `settlements.duckdb`, beside the operational store's default file. */
export function settlementsFile(
  env: Readonly<Record<string, string | undefined>>,
): string {
  return join(dirname(defaultStorePath(env)), 'settlements.duckdb')
}
