import { z } from 'zod'
import { maybe, maybeDate, nowField } from '../../rulebook/input.js'

/** What `assay judge destination` takes. */
export const destinationInput = z.object({
  now: nowField,
  target: z.unknown().meta({
    description: 'A host, a URL or a 0x wallet; anything else is missing',
  }),
  registration: maybe(
    z.object({
      status: maybe(z.enum(['known', 'unknown'])),
      registered_at: maybeDate,
      reason: maybe(z.string()),
    }),
  ),
})

/** What a look-up said about the registration of the target's domain. */
export type Registration = z.output<typeof destinationInput>['registration']
