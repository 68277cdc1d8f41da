export type RefusalReason =
  | 'unreachable'
  | 'http_status'
  | 'no_file'
  | 'cut'
  | 'too_large'
  | 'not_well_formed'
  | 'unknown_root'
  | 'unknown_namespace'
  | 'not_a_list'
  | 'no_entries'
  | 'no_date'
  | 'older'
  | 'fewer'

/** Why a list was not taken. The last good copy stays. */
export class ListRefused extends Error {
  readonly reason: RefusalReason
  constructor(reason: RefusalReason, detail: string) {
    super(detail)
    this.name = 'ListRefused'
    this.reason = reason
  }
}
