import { z } from 'zod'
import {
  flagField,
  nameField,
  networkField,
  urlField,
  usdField,
  walletField,
} from '../fields.js'
import {
  type Aliases,
  type Given,
  type Read,
  readParameters,
} from '../parameters.js'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** What one spot check is asked about. */
export const spotCheckInput = z.object({
  url: urlField.describe('The endpoint whose payment terms are checked'),
  price_usd: usdField
    .optional()
    .describe('The price that was listed or claimed, in USD'),
  pay_to: walletField.optional().describe('The wallet that was listed'),
  network: networkField.optional().describe('The network that was listed'),
  method: z
    .string('not text')
    .transform((text) => text.trim().toUpperCase())
    .pipe(z.enum(METHODS, 'not GET, POST, PUT, PATCH or DELETE'))
    .default('GET')
    .describe(
      'How the endpoint is going to be called; we send GET, or the declared sample by POST',
    ),
  client: nameField
    .optional()
    .describe('Who asks; free checks are counted by it'),
  ref: nameField.optional().describe('Given back in answers beyond the free'),
  mode: z
    .enum(['live', 'dry-run'], 'neither live nor dry-run')
    .default('live')
    .describe('dry-run asks nobody and never approves a payment'),
  check_expiry: flagField
    .default(false)
    .describe('Whether expired terms are refused'),
  skew_s: z
    .union([
      z.number(),
      z
        .string()
        .regex(/^[0-9]{1,9}$/)
        .transform(Number),
    ])
    .pipe(z.number().min(0, 'below 0'))
    .default(30)
    .describe('Seconds that a payment takes; above 300 is 300'),
  access: z
    .enum(['free', 'paid'], 'neither free nor paid')
    .default('free')
    .describe('paid asks for the full answer though free checks are left'),
})

export type SpotCheckInput = z.output<typeof spotCheckInput>

/** Every name that a parameter is known by. */
export const SPOT_CHECK_ALIASES: Aliases = {
  url: ['endpoint', 'target', 'resource', 'endpoint_url', 'uri'],
  price_usd: ['claimed_price', 'claimed_price_usd', 'price'],
}

export const SPOT_CHECK_EXAMPLES = {
  url: 'https://api.example.com/x',
  price_usd: '0.01',
  pay_to: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
  network: 'eip155:8453',
  method: 'GET',
  client: 'my-agent',
  ref: 'order-17',
  mode: 'live',
  check_expiry: 1,
  skew_s: 30,
  access: 'free',
} as const

/** Reads the parameters of a spot check. */
export function readSpotCheck(given: Given): Read<SpotCheckInput> {
  return readParameters(
    given,
    spotCheckInput,
    SPOT_CHECK_EXAMPLES,
    SPOT_CHECK_ALIASES,
  )
}
