import { z } from '@hono/zod-openapi'

// Building blocks of the API's schemas, with the examples that the
// documentation shows and the problems quote.

/** Every example is about this resource. */
export const EXAMPLE = {
  url: 'https://api.example.com/x',
  host: 'https://api.example.com',
  resource: 'GET https://api.example.com/x',
  /** The id of that resource. */
  resource_id: '69a72f52f5e04ee355973060c6d0c6de',
  wallet: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
  network: 'eip155:8453',
  id: '0123456789abcdef0123456789abcdef',
} as const

export const urlSchema = z
  .string()
  .min(1)
  .max(4_096)
  .refine(isHttpUrl, 'not an http(s) URL')
  .openapi({
    description: 'The endpoint, http or https',
    example: EXAMPLE.url,
    format: 'uri',
  })

export const methodSchema = z
  .string()
  .transform((text) => text.toUpperCase())
  .refine((method) => METHODS.includes(method), 'not a method of a resource')
  .openapi({
    type: 'string',
    description:
      'The method that will be paid for. It keys the approval; our own probe is a GET, or a POST with the sample that the seller declared',
    example: 'GET',
  })

export const idSchema = z
  .string()
  .regex(/^[0-9a-f]{32}$/, 'not an id: 32 lower-case hex digits')
  .openapi({ example: EXAMPLE.id })

export const usdSchema = z.union([z.string().max(40), z.number()]).openapi({
  type: 'string',
  description: 'USD, a decimal string (a number is taken too)',
  example: '0.01',
})

export const timeSchema = z
  .string()
  .openapi({ format: 'date-time', example: '2026-11-30T12:00:00.000Z' })

export const pageLimitSchema = z.coerce
  .number()
  .int()
  .min(1)
  .max(100)
  .default(20)
  .openapi({ type: 'integer', minimum: 1, maximum: 100, example: 20 })

/** The body of every error. */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string(),
    field: z.string().optional(),
    example: z.unknown().optional(),
    retry_after: z.int().optional(),
    request_id: z.string().optional(),
  })
  .openapi('Problem', {
    description: 'RFC 9457 problem details',
    example: {
      type: 'about:blank#invalid_request',
      title: 'Bad request',
      status: 400,
      detail: 'url: not an http(s) URL',
      code: 'invalid_request',
      field: 'url',
      example: EXAMPLE.url,
      request_id: '9f86d081884c-1',
    },
  })

/** The error answers of a route. */
export function problems(...statuses: readonly number[]) {
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: REASONS[status] ?? 'Refused',
        content: { 'application/problem+json': { schema: problemSchema } },
      },
    ]),
  )
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'The request is not what the schema says',
  401: 'An API key is needed',
  404: 'There is none',
  413: 'The body is too large',
  429: 'Too many; Retry-After says when again',
  503: 'Not now; Retry-After says when again',
}

const METHODS: readonly string[] = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
]

function isHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return (protocol === 'https:' || protocol === 'http:') && hostname !== ''
}
