import { challenge, PAY_TO, THIEF } from './seller.js'

/** A payment as a client of the test signs it. */
export function payload(
  clock: { now: () => number },
  change: object = {},
  accepted: unknown = challenge().accepts[0],
) {
  return {
    x402Version: 2,
    accepted,
    payload: {
      signature: '0x01',
      authorization: {
        from: THIEF,
        to: PAY_TO,
        value: '10000',
        validBefore: String(Math.floor(clock.now() / 1000) + 60),
        nonce: '0x02',
        ...change,
      },
    },
  }
}
