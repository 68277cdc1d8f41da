import { fold } from '../../names/fold.js'
import { ALLOWLIST } from './data/allowlist.js'
import {
  CONFUSABLE_PAIRS,
  PLAIN_WORDS,
  PLAIN_WORDS_WITHOUT_BAIT,
} from './data/name-rules.js'
import { THRESHOLDS } from './data/thresholds.js'

/** Everything that brands are recognised by, computed once. */
export type BrandIndex = {
  readonly brands: ReadonlySet<string>
  /** Folded brand → brand. */
  readonly folded: ReadonlyMap<string, string>
  /** One deletion, transposition or confusable substitution → brand. */
  readonly near: ReadonlyMap<string, string>
  /** Brands of which one insertion is a misspelling, by their length. */
  readonly insertable: ReadonlyMap<number, readonly string[]>
  /** Brands that count as impersonated only beside a bait token. */
  readonly needsBait: ReadonlySet<string>
}

let index: BrandIndex | undefined

/** The index over the allowlist's brands. */
export function brandIndex(): BrandIndex {
  index ??= buildIndex(ALLOWLIST.map(brandOf))
  return index
}

const MIN_FOLD = THRESHOLDS.shortest_brand_for_fold.value
const MIN_LENGTH_CHANGE = THRESHOLDS.shortest_brand_for_length_change.value

/** The label before the last dot. */
function brandOf(domain: string): string {
  const end = domain.lastIndexOf('.')
  return domain.slice(domain.lastIndexOf('.', end - 1) + 1, end)
}

function buildIndex(brands: readonly string[]): BrandIndex {
  const plain = new Set(PLAIN_WORDS)
  const long = brands.filter((brand) => brand.length >= MIN_FOLD)
  const distinctive = long.filter((brand) => !plain.has(brand))
  const insertable = distinctive.filter(
    (brand) => brand.length >= MIN_LENGTH_CHANGE,
  )
  return {
    brands: new Set(brands),
    folded: new Map(long.map((brand) => [fold(brand), brand])),
    near: new Map([
      ...variants(distinctive, substitutions),
      ...variants(insertable, deletions),
      ...variants(long, transpositions),
    ]),
    insertable: byLength(insertable),
    needsBait: new Set(
      PLAIN_WORDS.filter((word) => !PLAIN_WORDS_WITHOUT_BAIT.includes(word)),
    ),
  }
}

function byLength(brands: readonly string[]): Map<number, string[]> {
  const lists = new Map<number, string[]>()
  for (const brand of brands) {
    const same = lists.get(brand.length) ?? []
    lists.set(brand.length, [...same, brand])
  }
  return lists
}

function variants(
  brands: readonly string[],
  of: (brand: string) => string[],
): [string, string][] {
  return brands.flatMap((brand) =>
    of(brand).map((variant): [string, string] => [variant, brand]),
  )
}

// Brands are ASCII, so code units are code points here.
function deletions(brand: string): string[] {
  return positions(brand).map((at) => brand.slice(0, at) + brand.slice(at + 1))
}

function transpositions(brand: string): string[] {
  return positions(brand)
    .slice(1)
    .map(
      (at) =>
        brand.slice(0, at - 1) +
        brand.charAt(at) +
        brand.charAt(at - 1) +
        brand.slice(at + 1),
    )
}

function substitutions(brand: string): string[] {
  return positions(brand).flatMap((at) =>
    partnersOf(brand.charAt(at)).map(
      (partner) => brand.slice(0, at) + partner + brand.slice(at + 1),
    ),
  )
}

function positions(brand: string): number[] {
  return Array.from(brand, (_, at) => at)
}

function partnersOf(character: string): string[] {
  return CONFUSABLE_PAIRS.filter((pair) => pair.includes(character)).map(
    (pair) => pair.replace(character, ''),
  )
}
