import { z } from 'zod'
import { atomicField, networkField, urlField, usdField } from '../fields.js'
import { type Given, type Read, readParameters } from '../parameters.js'

/** What one check of a merchant is asked about. */
export const merchantInput = z.object({
  merchant_wallet_address: z
    .string('not text')
    .transform((text) => text.trim())
    .pipe(
      z
        .string()
        .min(1, 'empty')
        .max(128, 'longer than 128 characters')
        .regex(/^[\x21-\x7e]+$/, 'not an address'),
    )
    .describe('The wallet that is to be paid'),
  price: usdField.optional().describe('The price that was asked, in USD'),
  network: networkField.optional().describe('The network that was asked for'),
  asset: z
    .string('not text')
    .regex(/^[\x21-\x7e]{1,128}$/, 'not an address')
    .optional()
    .describe('The token that was asked for'),
  amount: atomicField
    .optional()
    .describe('The amount that was asked, in atomic units of the token'),
  service_url: urlField.optional().describe('What is to be paid for'),
})

export type MerchantInput = z.output<typeof merchantInput>

export const MERCHANT_EXAMPLES = {
  merchant_wallet_address: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
  price: '0.01',
  network: 'eip155:8453',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  amount: '10000',
  service_url: 'https://api.example.com/x',
} as const

/** Reads the parameters of a check. */
export function readMerchant(given: Given): Read<MerchantInput> {
  return readParameters(given, merchantInput, MERCHANT_EXAMPLES, {
    merchant_wallet_address: ['wallet', 'pay_to'],
    price: ['price_usd'],
  })
}
