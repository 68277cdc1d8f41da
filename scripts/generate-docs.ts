import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  DECISION_CODES,
  describeRulebook,
  digestOf,
  RULEBOOKS,
} from '@assay402/core'
import { decisionCodesPage, rulebookPage } from './docs/pages.js'
import { policyPage } from './docs/policy-page.js'
import { pricesPage } from './docs/prices-page.js'

// Writes docs/ from the rulebooks' own data. With --check it writes nothing
// and fails when a page is stale, or when data changed under one version.

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const LOCK = 'docs/rulebooks.lock.json'
const check = process.argv.includes('--check')

type Lock = Record<string, { version: string; sha256: string }>

const lock: Lock = Object.fromEntries(
  RULEBOOKS.map((rulebook) => [
    rulebook.id,
    {
      version: rulebook.version,
      sha256: digestOf(describeRulebook(rulebook)),
    },
  ]),
)

const pages: Record<string, string> = {
  ...Object.fromEntries(
    RULEBOOKS.map((rulebook) => [
      `docs/rulebooks/${rulebook.id}.md`,
      rulebookPage(rulebook),
    ]),
  ),
  'docs/rulebooks/decision-codes.md': decisionCodesPage(DECISION_CODES),
  'docs/spend-policy.md': policyPage(),
  'docs/prices-and-limits.md': pricesPage(),
  [LOCK]: `${JSON.stringify(lock, null, 2)}\n`,
}

const stale = Object.entries(pages).filter(
  ([path, text]) => readIfThere(path) !== text,
)

if (check) {
  for (const [path] of stale) console.error(`stale: ${path}`)
  if (stale.length > 0)
    console.error('run: npm run docs (and raise the version of changed rules)')
  process.exitCode = stale.length > 0 ? 1 : 0
} else {
  for (const [path, text] of stale) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
    console.log(`wrote ${path}`)
  }
}

function readIfThere(path: string): string | undefined {
  const file = join(root, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
