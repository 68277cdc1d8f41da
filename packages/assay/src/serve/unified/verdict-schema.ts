import { z } from '@hono/zod-openapi'

/** The answer of a rulebook; `/v1/rulebooks/{id}` has the schema of each. */
export const verdictSchema = z.looseObject({}).openapi('Verdict', {
  type: 'object',
  description:
    'The answer of a rulebook; its schema is `output_schema` of /v1/rulebooks/{id}',
})
