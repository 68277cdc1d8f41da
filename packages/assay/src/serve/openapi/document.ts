import type { OpenAPIHono } from '@hono/zod-openapi'
import { SOFTWARE_VERSION } from '../../version.js'
import type { ServiceEnv } from '../answer.js'

/** The whole API as OpenAPI 3.1, from the schemas that check its requests. */
export function openApiDocument(
  app: OpenAPIHono<ServiceEnv>,
  publicUrl: string,
): object {
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Assay',
      version: SOFTWARE_VERSION,
      description:
        'Checks an x402 payment before it is made. Errors are application/problem+json (RFC 9457) with a code, the field, an example and, where it helps, retry_after.',
      license: {
        name: 'MIT',
        url: 'https://opensource.org/license/mit',
      },
    },
    servers: [{ url: publicUrl }],
    tags: TAGS.map(([name, description]) => ({ name, description })),
  })
  return {
    ...document,
    components: {
      ...document.components,
      securitySchemes: {
        api_key: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key (POST /destination/v1/keys gives one); X-Api-Key is taken too',
        },
      },
    },
  }
}

const TAGS: readonly (readonly [string, string])[] = [
  ['preflight', 'The decision before a payment'],
  ['directory', 'What is listed, and what is known of it'],
  ['evidence', 'Reports, receipts, coverage, lists'],
  ['rules', 'The published rulebooks'],
  ['watches', 'To be told of changes'],
  ['service', 'How the service is'],
]
