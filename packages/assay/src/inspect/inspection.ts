import type { Bundle, Report } from '@assay402/core'

export type Inspection = {
  readonly report: Report
  /** Everything the report was made of, for replay. */
  readonly bundle: Bundle
}

/** The URL cannot be the subject of a report: nothing was asked. */
export class NotInspectable extends Error {}
