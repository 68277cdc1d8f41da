import { describe, expect, test } from 'vitest'
import type { ApprovedTerms } from '../approval/terms.js'
import { PAY_TO, THIEF, USDC } from '../testing/seller.js'
import { chainIdOf, compareTransaction, compareTypedData } from './evm.js'

const NOW = Date.parse('2026-11-30T12:00:00Z')
const SECONDS = NOW / 1000
const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const PROXY = '0x402085c248EeA27D92E8b30b2C58ed07f9E20001'
const GATEWAY = '0x77777777Dcc4d5A8B6E418Fd04D8997ef11000eE'

function terms(other: Partial<ApprovedTerms> = {}): ApprovedTerms {
  return {
    version: 2,
    scheme: 'exact',
    network: 'eip155:8453',
    asset: USDC,
    amount: 10_000n,
    pay_to: PAY_TO,
    valid_for_s: 60,
    extra: { name: 'USD Coin', version: '2' },
    extensions: [],
    ...other,
  }
}

const domain = {
  name: 'USD Coin',
  version: '2',
  chainId: 8453,
  verifyingContract: USDC,
}
const transfer = {
  from: THIEF,
  to: PAY_TO,
  value: 10_000n,
  validAfter: 0n,
  validBefore: BigInt(SECONDS + 65),
}

function signs(
  change: { domain?: object; message?: object; primaryType?: string } = {},
) {
  return {
    domain: { ...domain, ...change.domain },
    primaryType: change.primaryType ?? 'TransferWithAuthorization',
    message: { ...transfer, ...change.message },
  }
}

describe('compareTypedData, EIP-3009', () => {
  test('default: what was approved', () => {
    expect(compareTypedData(terms(), signs(), NOW)).toEqual({
      kind: 'payment',
      difference: undefined,
    })
  })

  test.each([
    [
      'receiver',
      { message: { to: THIEF } },
      `receiver ${THIEF} instead of ${PAY_TO}`,
    ],
    [
      'no receiver',
      { message: { to: undefined } },
      `receiver undefined instead of ${PAY_TO}`,
    ],
    [
      'amount',
      { message: { value: 10_001n } },
      'amount 10001 instead of 10000',
    ],
    [
      'smaller amount',
      { message: { value: '9999' } },
      'amount 9999 instead of 10000',
    ],
    [
      'negative amount',
      { message: { value: -10_000n } },
      'amount undefined instead of 10000',
    ],
    [
      'validity',
      { message: { validBefore: BigInt(SECONDS + 66) } },
      `valid until ${SECONDS + 66} instead of ${SECONDS + 65} at the latest`,
    ],
    [
      'no validity',
      { message: { validBefore: 'never' } },
      `valid until undefined instead of ${SECONDS + 65} at the latest`,
    ],
    [
      'contract',
      { domain: { verifyingContract: THIEF } },
      `verifying contract ${THIEF} instead of ${USDC}`,
    ],
    ['chain', { domain: { chainId: 1 } }, 'chain 1 instead of eip155:8453'],
    [
      'type',
      { primaryType: 'ReceiveWithAuthorization' },
      'a ReceiveWithAuthorization is not a payment of scheme exact',
    ],
  ])('another %s', (_, change, difference) => {
    expect(compareTypedData(terms(), signs(change), NOW).difference).toBe(
      difference,
    )
  })

  test('behavior: addresses without case, numbers in any form', () => {
    const same = signs({
      domain: { chainId: 8453n, verifyingContract: USDC.toLowerCase() },
      message: {
        to: PAY_TO.toLowerCase(),
        value: '0x2710',
        validBefore: SECONDS,
      },
    })
    expect(compareTypedData(terms(), same, NOW).difference).toBeUndefined()
  })

  test('behavior: only a known gateway may be the contract instead', () => {
    const gateway = {
      name: 'GatewayWalletBatched',
      version: '1',
      verifyingContract: GATEWAY,
    }
    const own = signs({ domain: { verifyingContract: GATEWAY } })
    expect(
      compareTypedData(terms({ extra: gateway }), own, NOW).difference,
    ).toBeUndefined()
    expect(
      compareTypedData(terms({ extra: gateway }), signs(), NOW).difference,
    ).toMatch('verifying contract')
    const other = { ...gateway, verifyingContract: THIEF }
    const theirs = signs({ domain: { verifyingContract: THIEF } })
    expect(
      compareTypedData(terms({ extra: other }), theirs, NOW).difference,
    ).toMatch('verifying contract')
  })

  test('behavior: a network that is no chain is never signed for', () => {
    expect(chainIdOf('eip155:x')).toBeUndefined()
    expect(
      compareTypedData(terms({ network: 'solana:x' }), { domain: {} }, NOW)
        .difference,
    ).toBe('chain undefined instead of solana:x')
    expect(compareTypedData(terms(), {}, NOW).difference).toBe(
      'chain undefined instead of eip155:8453',
    )
  })
})

describe('compareTypedData, Permit2', () => {
  const permit2 = terms({ extra: { assetTransferMethod: 'permit2' } })
  const message = {
    permitted: { token: USDC, amount: 10_000n },
    spender: PROXY,
    nonce: 1n,
    deadline: BigInt(SECONDS + 60),
    witness: { to: PAY_TO, validAfter: 0n },
  }
  const signsPermit2 = (change: object = {}, contract = PERMIT2) => ({
    domain: { name: 'Permit2', chainId: 8453, verifyingContract: contract },
    primaryType: 'PermitWitnessTransferFrom',
    message: { ...message, ...change },
  })

  test('default: what was approved', () => {
    expect(
      compareTypedData(permit2, signsPermit2(), NOW).difference,
    ).toBeUndefined()
  })

  test.each([
    ['token', { permitted: { token: THIEF, amount: 10_000n } }],
    ['amount', { permitted: { token: USDC, amount: 10_001n } }],
    ['spender', { spender: THIEF }],
    ['receiver', { witness: { to: THIEF } }],
    ['valid until', { deadline: BigInt(SECONDS + 66) }],
  ])('another %s', (what, change) => {
    expect(
      compareTypedData(permit2, signsPermit2(change), NOW).difference,
    ).toMatch(what)
  })

  test('behavior: contract and method have to be Permit2', () => {
    expect(
      compareTypedData(permit2, signsPermit2({}, THIEF), NOW).difference,
    ).toMatch('verifying contract')
    expect(compareTypedData(terms(), signsPermit2(), NOW).difference).toBe(
      'the terms are not for Permit2',
    )
    expect(compareTypedData(permit2, signs(), NOW).difference).toBe(
      'the terms are for Permit2',
    )
  })

  test('behavior: the permit of the gas sponsoring extension, once it is declared', () => {
    const permit = (change: object = {}, contract = USDC) => ({
      domain: { chainId: 8453, verifyingContract: contract },
      primaryType: 'Permit',
      message: {
        owner: THIEF,
        spender: PERMIT2,
        value: 10_000n,
        deadline: SECONDS,
        ...change,
      },
    })
    const sponsored = terms({ extensions: ['eip2612GasSponsoring'] })
    expect(compareTypedData(sponsored, permit(), NOW)).toEqual({
      kind: 'permit',
      difference: undefined,
    })
    expect(compareTypedData(terms(), permit(), NOW).difference).toBe(
      'a token permit was not part of the terms',
    )
    for (const [what, change, contract] of [
      ['spender', { spender: THIEF }, USDC],
      ['amount', { value: 2n ** 256n - 1n }, USDC],
      ['valid until', { deadline: SECONDS + 66 }, USDC],
      ['verifying contract', {}, THIEF],
    ] as const)
      expect(
        compareTypedData(sponsored, permit(change, contract), NOW).difference,
      ).toMatch(what)
  })
})

describe('compareTransaction', () => {
  const approve = `0x095ea7b3${PERMIT2.slice(2).padStart(64, '0')}${'f'.repeat(64)}`
  const transaction = { to: USDC, data: approve, chainId: 8453 }
  const sponsored = terms({ extensions: ['erc20ApprovalGasSponsoring'] })

  test('default: the declared approval of Permit2', () => {
    expect(compareTransaction(sponsored, transaction)).toEqual({
      kind: 'token_approval',
      difference: undefined,
    })
    expect(compareTransaction(terms(), transaction).difference).toBe(
      'a transaction was not part of the terms',
    )
  })

  test.each([
    ['chain', { chainId: 1 }],
    ['contract', { to: THIEF }],
    ['coins', { value: 1n }],
    [
      'no approval',
      { data: approve.replace('22d473', '11d473').replace('22D473', '11d473') },
    ],
    ['no approval', { data: `${approve}00` }],
    ['no approval', { data: undefined }],
  ])('another %s', (what, change) => {
    expect(
      compareTransaction(sponsored, { ...transaction, ...change }).difference,
    ).toMatch(what)
  })
})
