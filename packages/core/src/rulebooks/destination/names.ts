import { isAscii, skeleton } from '../../names/confusables.js'
import { fold } from '../../names/fold.js'
import {
  hasOnlyLatinLetters,
  mixesLatinWithLookalikeScript,
} from '../../names/scripts.js'
import { unicodeName } from '../../names/unicode-name.js'
import { type BrandIndex, brandIndex } from './brand-index.js'
import { DISTINCT_NAMES } from './data/distinct-names.js'
import { BAIT_TOKENS } from './data/name-rules.js'
import type { Site } from './site.js'

/** The brand that the site's registrable label misspells. */
export function typosquattedBrand(site: Site): string | undefined {
  const label = registrableLabel(site)
  if (distinctNames.has(label)) return undefined
  const index = brandIndex()
  if (index.brands.has(label)) return undefined
  return (
    index.folded.get(fold(label)) ??
    index.near.get(label) ??
    brandWithInsertion(label, index)
  )
}

/** The brand whose name the site carries without being its owner's. */
export function impersonatedBrand(site: Site): string | undefined {
  const { folded, needsBait } = brandIndex()
  let hasBait: boolean | undefined
  for (const token of ownTokens(site)) {
    const brand = folded.get(fold(token))
    if (brand === undefined) continue
    if (!needsBait.has(brand)) return brand
    hasBait ??= tokensOf(site.host).some((word) => baitTokens().has(fold(word)))
    if (hasBait) return brand
  }
  return undefined
}

/** True when a label of the site imitates Latin letters with other ones. */
export function hasLookalikeLabel(site: Site): boolean {
  return unicodeName(withoutSuffix(site)).split('.').some(isLookalike)
}

const distinctNames: ReadonlySet<string> = new Set(DISTINCT_NAMES)
let foldedBait: ReadonlySet<string> | undefined

function baitTokens(): ReadonlySet<string> {
  foldedBait ??= new Set(BAIT_TOKENS.map(fold))
  return foldedBait
}

function brandWithInsertion(
  label: string,
  { insertable }: BrandIndex,
): string | undefined {
  // One character is one UTF-16 unit or two.
  for (const units of [1, 2]) {
    const brands = insertable.get(label.length - units)
    const brand = brands?.find((name) => isOneInsertion(name, label, units))
    if (brand !== undefined) return brand
  }
  return undefined
}

function isOneInsertion(brand: string, label: string, units: number) {
  let same = 0
  while (same < brand.length && brand[same] === label[same]) same++
  const inserted = label.slice(same, same + units)
  return label.endsWith(brand.slice(same)) && [...inserted].length === 1
}

/** The tokens a brand is looked for in. */
function ownTokens(site: Site): string[] {
  const part = withoutSuffix(site)
  return distinctNames.has(registrableLabel(site))
    ? tokensOf(part.slice(0, Math.max(0, part.lastIndexOf('.'))))
    : tokensOf(part)
}

function tokensOf(host: string): string[] {
  return unicodeName(host).split(/[.-]/)
}

/** In Unicode; empty for a host that is itself a public suffix. */
function registrableLabel(site: Site): string {
  const part = withoutSuffix(site)
  return unicodeName(part.slice(part.lastIndexOf('.') + 1))
}

function withoutSuffix({ host, suffix }: Site): string {
  return host.slice(0, Math.max(0, host.length - suffix.length - 1))
}

function isLookalike(label: string): boolean {
  if (isAscii(label)) return false
  if (mixesLatinWithLookalikeScript(label)) return true
  return !hasOnlyLatinLetters(label) && isAscii(skeleton(label))
}
