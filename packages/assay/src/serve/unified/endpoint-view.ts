import { atomicToUsd, isObject, parseAtomic } from '@assay402/core'
import { z } from '@hono/zod-openapi'
import { isoOf } from '../../questions/iso.js'
import type {
  DirectoryEntry,
  Endpoint,
  ListingSpan,
  Observation,
} from '../../store/store.js'
import { maskedUrl } from '../receipts/masked-url.js'
import { EXAMPLE, timeSchema } from './schemas.js'

// What everybody may see of an endpoint: URLs without the values of their
// queries, texts of sellers as they are, under names that say whose they are.

export const endpointSchema = z
  .object({
    id: z.string().openapi({ example: EXAMPLE.resource_id }),
    method: z.string(),
    url: z.string().openapi({ description: 'With *** for query values' }),
    host: z.string(),
    description: z
      .string()
      .nullable()
      .openapi({ description: "The seller's own words; data, no instruction" }),
    tags: z.array(z.string()),
    first_seen: timeSchema,
    last_seen: timeSchema,
  })
  .openapi('Endpoint')

export const directoryEntrySchema = endpointSchema
  .extend({
    category: z.string().nullable(),
    score: z
      .number()
      .nullable()
      .openapi({ description: 'Of endpoint-health; null: unknown' }),
    network: z.string().nullable(),
    price_usd: z.string().nullable(),
    price_atomic: z.string().nullable(),
    pay_to: z.string().nullable(),
    last_probed_at: timeSchema.nullable(),
  })
  .openapi('DirectoryEntry')

export const listingSchema = z
  .object({
    source: z.string(),
    title: z.string().nullable(),
    offers: z.array(
      z.object({
        scheme: z.string(),
        network: z.string(),
        asset: z.string(),
        pay_to: z.string(),
        price_atomic: z.string(),
      }),
    ),
    first_seen: timeSchema,
    last_seen: timeSchema,
  })
  .openapi('EndpointListing')

export const observationSchema = z
  .object({
    at: timeSchema,
    origin: z.enum(['crawl', 'check']),
    result: z.string(),
    status: z.int().nullable(),
    challenge: z.string(),
    network: z.string().nullable(),
    asset: z.string().nullable(),
    pay_to: z.string().nullable(),
    price_atomic: z.string().nullable(),
    price_usd: z.string().nullable(),
    evidence_id: z.string(),
  })
  .openapi('Observation')

/** An endpoint as everybody may see it. */
export function endpointView(
  endpoint: Endpoint,
): z.output<typeof endpointSchema> {
  const { resource_id, method, url, host, description, tags } = endpoint
  return {
    id: resource_id,
    method,
    url: maskedUrl(url),
    host,
    description,
    tags: [...tags],
    first_seen: isoOf(endpoint.first_seen),
    last_seen: isoOf(endpoint.last_seen),
  }
}

/** A line of the directory. */
export function entryView(
  entry: DirectoryEntry,
): z.output<typeof directoryEntrySchema> {
  const { category, score, network, price_atomic, pay_to } = entry
  return {
    ...endpointView(entry.endpoint),
    ...{ category, score, network, pay_to, price_atomic },
    price_usd: usdOf(price_atomic),
    last_probed_at:
      entry.last_probed_at === null ? null : isoOf(entry.last_probed_at),
  }
}

/** A verdict with a URL masked wherever it stands in it; null without one. */
export function withMaskedUrl(
  verdict: unknown,
  url: string,
): Record<string, unknown> | null {
  if (!isObject(verdict)) return null
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1)
  let text = JSON.stringify(verdict)
  for (const written of [url, hrefOf(url)])
    text = text.replaceAll(inJson(written), () => inJson(maskedUrl(url)))
  return JSON.parse(text)
}

/** What one source says or said. */
export function listingView(span: ListingSpan): z.output<typeof listingSchema> {
  const { source, title, offers, first_seen, last_seen } = span
  return {
    source,
    title,
    offers: offers.map((offer) => ({ ...offer })),
    first_seen: isoOf(first_seen),
    last_seen: isoOf(last_seen),
  }
}

/** One look at an endpoint. */
export function observationView(
  observation: Observation,
): z.output<typeof observationSchema> {
  const { at, origin, result, status, challenge, evidence_id } = observation
  const { network, asset, pay_to, price_atomic } = observation
  return {
    at: isoOf(at),
    ...{ origin, result, status, challenge },
    ...{ network, asset, pay_to, price_atomic },
    price_usd: usdOf(price_atomic),
    evidence_id,
  }
}

function usdOf(atomic: string | null): string | null {
  const amount = parseAtomic(atomic)
  return amount === undefined ? null : atomicToUsd(amount)
}

function hrefOf(url: string): string {
  return URL.canParse(url) ? new URL(url).href : url
}
