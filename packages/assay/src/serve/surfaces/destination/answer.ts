import type { destination } from '@assay402/core'

/** The answer of rulebook destination. */
export type DestinationAnswer = Exclude<
  ReturnType<typeof destination.judge>,
  { readonly error: unknown }
>
