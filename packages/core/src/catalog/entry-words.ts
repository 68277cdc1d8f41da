import { isObject, own } from '../json/value.js'
import { parseInstant, SECOND_MS } from '../time/instant.js'
import { type Fields, firstOf, firstText, listOf, memberAt } from './fields.js'
import { CATALOG_LIMITS } from './limits.js'
import { listedText } from './listed-text.js'

/** What an entry says of itself in words and figures; all of it is a claim. */
export type EntryWords = {
  readonly title: string | null
  readonly description: string | null
  readonly tags: readonly string[]
  readonly total_calls_30d: number | null
  readonly unique_payers_30d: number | null
}

const TITLES = ['serviceName', 'service_name', 'name', 'title']
const DESCRIPTIONS = ['description', 'desc', 'summary']
const TAG_LISTS = ['tags', 'categories', 'featured_tags']

/** Texts cleaned and cut, figures as whole numbers of 0 and more. */
export function wordsOf(entry: Fields): EntryWords {
  const resource = own(entry, 'resource')
  const metadata = own(entry, 'metadata')
  const places = [entry, resource, metadata].filter(isObject)
  const first = listOf(entry, ['accepts'])?.[0]
  const inPlaces = (names: readonly string[]) =>
    places.flatMap((place) => names.map((name) => own(place, name)))
  const description = [
    ...inPlaces(DESCRIPTIONS),
    memberAt(first, 'description'),
  ]
  return {
    title: listedText(firstText(inPlaces(TITLES)), CATALOG_LIMITS.title_units),
    description: listedText(
      firstText(description),
      CATALOG_LIMITS.description_units,
    ),
    tags: tagsOf(places),
    total_calls_30d: count(memberAt(entry, 'quality', 'l30DaysTotalCalls')),
    unique_payers_30d: count(memberAt(entry, 'quality', 'l30DaysUniquePayers')),
  }
}

function tagsOf(places: readonly Fields[]): readonly string[] {
  const given = places.flatMap((place) => [
    ...(listOf(place, TAG_LISTS) ?? []).slice(0, CATALOG_LIMITS.tags),
    own(place, 'category'),
  ])
  const tags = given.map((tag) =>
    listedText(
      isObject(tag) ? own(tag, 'name') : tag,
      CATALOG_LIMITS.tag_units,
    ),
  )
  const kept = new Set(tags.filter((tag) => tag !== null))
  return [...kept].slice(0, CATALOG_LIMITS.tags)
}

function count(value: unknown): number | null {
  return Number.isSafeInteger(value) && (value as number) >= 0
    ? (value as number)
    : null
}

const UPDATED = ['lastUpdated', 'last_updated', 'updatedAt', 'updated_at']
const MILLISECONDS_FROM = 1e12
const LATEST_MS = 253_402_300_799_999

/**
 * When an entry was last updated, in epoch milliseconds: RFC 3339 with a zone,
 * or Unix time in seconds (from 10^12 on milliseconds). Null when unreadable.
 */
export function lastUpdatedOf(entry: Fields): number | null {
  const value = firstOf(entry, UPDATED)
  if (typeof value !== 'number') return parseInstant(value)?.ms ?? null
  const ms = value >= MILLISECONDS_FROM ? value : value * SECOND_MS
  return ms >= 0 && ms <= LATEST_MS ? Math.floor(ms) : null
}
