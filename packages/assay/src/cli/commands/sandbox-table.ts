/** One seller of the sandbox as it was checked. */
export type CheckedSeller = {
  readonly id: string
  readonly title: string
  readonly url: string
  readonly decision: string
  /** The code that decided; null when nothing stops the payment. */
  readonly decided_by: string | null
  readonly terms: string
  readonly reason_code: string
  readonly why: string
  readonly as_expected: boolean
}

/** The table of `assay sandbox --check`. */
export function sandboxTable(checked: readonly CheckedSeller[]): string {
  const rows = [
    ['seller', 'decision', 'decided by', 'terms', 'why'],
    ...checked.map((seller) => [
      seller.id,
      seller.decision.toUpperCase(),
      seller.decided_by ?? '–',
      `${seller.terms} ${seller.reason_code}`,
      seller.as_expected ? seller.why : `UNEXPECTED. ${seller.why}`,
    ]),
  ]
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  const lines = rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths?.[i] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const good = checked.filter(({ as_expected }) => as_expected).length
  return [
    ...lines,
    '',
    `${good} of ${checked.length} sellers judged as they deserve`,
  ].join('\n')
}
