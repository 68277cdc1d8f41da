/** What the sellers of the benches ask: a cent on Base. */
export const TERMS_HEADER: string = Buffer.from(
  JSON.stringify({
    x402Version: 2,
    resource: { url: 'https://svc.example/x' },
    accepts: [
      {
        scheme: 'exact',
        network: 'eip155:8453',
        amount: '10000',
        asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
        maxTimeoutSeconds: 60,
        extra: { name: 'USD Coin', version: '2' },
      },
    ],
  }),
).toString('base64')
