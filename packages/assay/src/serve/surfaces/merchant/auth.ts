import { PRICES, priceOf } from '../../billing/prices.js'
import type { ServiceSettings } from '../../service.js'
import { type Document, list, table, text } from '../page/document.js'

/** How this surface is paid for, from the price table. */
export function authDocument(settings: ServiceSettings): Document {
  const { publicUrl, network, facilitatorUrl, payTo, open } = settings
  const price = priceOf('merchant')
  const wallet = payTo[network]
  return {
    title: 'Authentication and payment',
    lead: open
      ? 'This service is run open: nothing is charged and no key is needed.'
      : 'There is no account and no key: a request is paid for by x402, or it is not answered.',
    sections: [
      {
        title: 'The price of a check',
        parts: [
          table(
            ['what', 'value'],
            [
              ['request', `GET ${publicUrl}${price.path}`],
              ['price', `$${price.usd} in USDC`],
              ['network', network],
              ['scheme', 'exact'],
              ['pay_to', wallet ?? 'not configured'],
              ['facilitator', facilitatorUrl],
              ['free', price.free ?? 'nothing'],
            ],
          ),
        ],
      },
      {
        title: 'How a payment goes',
        parts: [
          list([
            'Ask without a payment: the answer is 402, and its header PAYMENT-REQUIRED holds the terms (x402 version 2).',
            'Sign one of the offers and send the same request again with the header PAYMENT-SIGNATURE.',
            'The payment is verified, the check is made, and only then it is settled. An answer with a status of 400 or more settles nothing.',
            'The same payment sent again gets the stored answer for 24 hours and is never charged twice.',
            'Where no wallet is configured the answer is 402 with the code payment_not_configured: nothing can be paid.',
          ]),
        ],
      },
      {
        title: 'All prices of this service',
        parts: [
          table(
            ['request', 'price', 'free'],
            PRICES.map(({ methods, path, usd, free }) => [
              `${methods.join(' or ')} ${path}`,
              `$${usd}`,
              free ?? 'nothing',
            ]),
          ),
        ],
      },
      {
        title: 'What is free',
        parts: [
          text(
            `Documents, rules and lists: ${publicUrl}/merchant/methodology says how a check is judged.`,
          ),
        ],
      },
    ],
  }
}
