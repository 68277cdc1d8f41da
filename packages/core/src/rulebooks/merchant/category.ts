import { CATEGORY_WORDS } from './category-words.js'
import { MERCHANT_CATEGORIES, type MerchantCategory } from './data.js'

/**
 * The category of a listing by its text: the only category whose keywords
 * appear in it as whole words, without case; none or several give `other`.
 * Linear in the text.
 */
export function merchantCategoryOf(text: string): MerchantCategory {
  let only: MerchantCategory | undefined
  for (const [word] of text.toLowerCase().matchAll(WORD)) {
    const category = CATEGORY_OF_WORD.get(word)
    if (category === undefined || category === only) continue
    if (only !== undefined) return 'other'
    only = category
  }
  return only ?? 'other'
}

/** A category as given: outside the six it is `other`, absent it is null. */
export function givenCategory(
  category: string | null | undefined,
): MerchantCategory | null {
  if (category === undefined || category === null) return null
  return MERCHANT_CATEGORIES.find((known) => known === category) ?? 'other'
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu

const CATEGORY_OF_WORD: ReadonlyMap<string, MerchantCategory> = new Map(
  MERCHANT_CATEGORIES.flatMap((category) =>
    CATEGORY_WORDS[category].map((word) => [word, category] as const),
  ),
)
