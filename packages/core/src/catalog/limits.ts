/** Figures of reading a catalog; what goes beyond is cut or left out. */
export const CATALOG_LIMITS = {
  /** UTF-16 units of an address. */
  url_units: 2_048,
  title_units: 200,
  description_units: 1_000,
  tag_units: 64,
  tags: 16,
  /** Entries of `accepts` that are looked at. */
  accepts: 64,
  /** UTF-16 units of a scheme, network, asset or payee. */
  word_units: 256,
  /** UTF-8 bytes and levels of a declared sample. */
  sample_bytes: 16_384,
  sample_depth: 32,
  /** Levels of a schema that a sample is put together from. */
  schema_depth: 6,
  /** Operations or resources of one seller document. */
  seller_resources: 1_000,
  /** References that are followed one after another. */
  references: 8,
  /** Addresses of one sitemap. */
  sitemap_addresses: 50_000,
} as const
