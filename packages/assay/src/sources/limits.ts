/** Figures of reading catalogs. Times are milliseconds, sizes bytes. */
export const SOURCE_LIMITS = {
  pages: 500,
  /** Of all pages of one reading. */
  bytes: 1_073_741_824,
  page_bytes: 33_554_432,
  /** Of one page, and of all pages of one reading: a few bytes make an entry. */
  page_entries: 100_000,
  entries: 1_000_000,
  document_bytes: 4_194_304,
  first_byte_ms: 30_000,
  whole_ms: 90_000,
  document_whole_ms: 15_000,
  attempts: 4,
  /** The longest wait that a source may ask for. */
  retry_after_ms: 120_000,
  first_backoff_ms: 1_000,
  sitemaps: 20,
  origins: 5_000,
  file_bytes: 268_435_456,
  /** Entries of one page of a file. */
  file_page: 1_000,
} as const
