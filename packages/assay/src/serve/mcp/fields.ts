import { z } from 'zod'

// What tools take. The routes check every value; these say what is meant.

export const url = z
  .string()
  .max(4_096)
  .describe('The endpoint, http or https, e.g. https://api.example.com/x')

export const method = z
  .string()
  .max(16)
  .optional()
  .describe('The method that will be paid for; GET when absent')

export const usd = z
  .string()
  .max(40)
  .describe('USD, a decimal string, e.g. "0.01"')

export const wallet = z.string().max(128).describe('EVM or Solana address')

export const network = z
  .string()
  .max(256)
  .describe('CAIP-2, e.g. eip155:8453, or a name of x402 v1')

export const apiKey = z
  .string()
  .min(8)
  .max(256)
  .optional()
  .describe('A key of get_api_key; without one you are counted by address')

/** Credentials that stood among the arguments. */
export function keyHeader(
  key: string | undefined,
): Record<string, string> | undefined {
  return key === undefined ? undefined : { 'x-api-key': key }
}
