import { readFileSync } from 'node:fs'

const manifest = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { readonly version: string }

/** The version of this package, as reports name it. */
export const SOFTWARE_VERSION = manifest.version
