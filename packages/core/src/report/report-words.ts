export const REPORT_SCHEMA_ID = 'assay/1'

/** The five rulebooks whose answers a report carries, in the order shown. */
export const REPORTED_RULEBOOKS = [
  'terms',
  'destination',
  'counterparty',
  'merchant',
  'endpoint-health',
] as const
