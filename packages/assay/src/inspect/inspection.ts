import type { Bundle, Report } from '@assay402/core'

export type Inspection = {
  readonly report: Report
  /** Everything the report was made of, for replay. */
  readonly bundle: Bundle
}

/** The URL cannot be the subject of a report: nothing was asked. */
export class NotInspectable extends Error {
  /** What would have been one. */
  readonly hint: string

  constructor(url: string) {
    super(`"${url}" is not an http(s) URL`)
    const guess = `https://${url}`
    const isBareHost = /^[^\s/:]+\.[^\s/:]+(\/|$)/.test(url)
    this.hint = `for example: assay check ${isBareHost && URL.canParse(guess) ? guess : 'https://api.example.com/x'}`
  }
}
