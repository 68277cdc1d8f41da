import { CATEGORY_TAGS, type Category, UNCATEGORIZED } from './data.js'

/**
 * The first category that equals one of the tags, without case; else
 * `Uncategorized`.
 */
export function categoryOf(tags: readonly string[]): Category {
  const given = new Set(tags.map((tag) => tag.toLowerCase()))
  return (
    CATEGORY_TAGS.find((category) => given.has(category.toLowerCase())) ??
    UNCATEGORIZED
  )
}
