import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getAddressEncoder,
  getBase64EncodedWireTransaction,
  getProgramDerivedAddress,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ApprovedTerms } from '../approval/terms.js'
import { base58Of, bytesOfBase58 } from './base58.js'
import { messageOfWire, solanaDifference } from './solana.js'
import { readSolanaMessage } from './solana-message.js'
import { tokenAccountOf } from './token-account.js'

const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' as Address
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' as Address
const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' as Address
const BUDGET = 'ComputeBudget111111111111111111111111111111' as Address
const ASSERT = 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95' as Address
const SELLER = '2wKupLR9q6wXYppw8Gr2NvWxKBUqm4PPJKkQfoxHDBg4' as Address
const BUYER = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM' as Address
const PAYER = 'CKPKJWNdJEqa81x7CkZ14BVPiY6y16Sxs7owznqtWYp5' as Address
const HASH = blockhash('11111111111111111111111111111111') as Blockhash

const TERMS: ApprovedTerms = {
  version: 2,
  scheme: 'exact',
  network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  asset: MINT,
  amount: 10_000n,
  pay_to: SELLER,
  valid_for_s: 60,
  extra: { feePayer: PAYER },
  extensions: [],
}

type Change = {
  readonly mint?: Address
  readonly destination?: string
  readonly source?: string
  readonly authority?: Address
  readonly amount?: bigint
  readonly program?: Address
  readonly data?: Uint8Array
  readonly more?: readonly Instruction[]
  readonly payer?: Address
  readonly extraSigner?: Address
}

async function transfer(change: Change): Promise<Instruction> {
  const data = new Uint8Array(10)
  data[0] = 12
  new DataView(data.buffer).setBigUint64(1, change.amount ?? 10_000n, true)
  data[9] = 6
  const account = async (wallet: string) =>
    (await tokenAccountOf(wallet, TOKEN, MINT)) as Address
  const authority = change.authority ?? BUYER
  return {
    programAddress: change.program ?? TOKEN,
    accounts: [
      {
        address: (change.source ?? (await account(BUYER))) as Address,
        role: AccountRole.WRITABLE,
      },
      { address: change.mint ?? MINT, role: AccountRole.READONLY },
      {
        address: (change.destination ?? (await account(SELLER))) as Address,
        role: AccountRole.WRITABLE,
      },
      {
        address: authority,
        role: AccountRole.READONLY_SIGNER,
        signer: createNoopSigner(authority),
      } as never,
      ...(change.extraSigner
        ? [{ address: change.extraSigner, role: AccountRole.READONLY_SIGNER }]
        : []),
    ],
    data: change.data ?? data,
  }
}

async function transaction(change: Change = {}) {
  const instructions: Instruction[] = [
    { programAddress: BUDGET, data: Uint8Array.of(2, 0, 0, 0, 0) },
    await transfer(change),
    { programAddress: MEMO, data: Uint8Array.of(97) },
    ...(change.more ?? []),
  ]
  return compileTransaction(
    pipe(
      createTransactionMessage({ version: 0 }),
      (message) =>
        setTransactionMessageFeePayer(change.payer ?? PAYER, message),
      (message) =>
        setTransactionMessageLifetimeUsingBlockhash(
          { blockhash: HASH, lastValidBlockHeight: 1n },
          message,
        ),
      (message) => appendTransactionMessageInstructions(instructions, message),
    ),
  )
}

async function differenceOf(
  change: Change = {},
  buyer: string | undefined = BUYER,
) {
  const { messageBytes } = await transaction(change)
  return solanaDifference(TERMS, new Uint8Array(messageBytes), buyer)
}

describe('solanaDifference', () => {
  test('default: what was approved, also in wire form', async () => {
    expect(await differenceOf()).toBeUndefined()
    const wire = Uint8Array.from(
      atob(getBase64EncodedWireTransaction((await transaction()) as never)),
      (one) => one.charCodeAt(0),
    )
    const message = messageOfWire(wire) as Uint8Array
    expect(await solanaDifference(TERMS, message, undefined)).toBeUndefined()
  })

  test.each<[string, Change, string]>([
    ['amount', { amount: 10_001n }, 'amount 10001 instead of 10000'],
    ['token', { mint: TOKEN }, `token ${TOKEN}`],
    ['destination', { destination: BUYER }, `destination ${BUYER} instead of`],
    [
      'wallet itself',
      { destination: SELLER },
      `destination ${SELLER} instead of`,
    ],
    ['fee payer', { payer: SELLER }, `fee payer ${SELLER} instead of ${PAYER}`],
    ['authority', { authority: SELLER }, 'authority'],
    ['source', { source: SELLER }, 'it pays from another token account'],
    ['program', { program: SELLER }, 'is no token program'],
    [
      'instruction',
      { data: Uint8Array.of(3, 0, 0, 0, 0, 0, 0, 0, 0, 0) },
      'is no TransferChecked',
    ],
    ['short data', { data: Uint8Array.of(12, 0) }, 'is no TransferChecked'],
    [
      'second instruction',
      { more: [{ programAddress: SELLER }] },
      '2 instructions that move something',
    ],
    ['signers', { extraSigner: SELLER }, 'more signers than one'],
  ])('another %s', async (_, change, difference) => {
    expect(await differenceOf(change)).toMatch(difference)
  })

  test('behavior: the buyer never pays the fees', async () => {
    const { messageBytes } = await transaction({ payer: BUYER })
    const own = { ...TERMS, extra: { feePayer: BUYER } }
    expect(
      await solanaDifference(own, new Uint8Array(messageBytes), BUYER),
    ).toBe('the buyer pays the fees')
  })

  test('behavior: nor when nobody says who the buyer is', async () => {
    const { messageBytes } = await transaction({ authority: PAYER })
    expect(
      await solanaDifference(TERMS, new Uint8Array(messageBytes), undefined),
    ).toBe('the buyer pays the fees')
  })

  test.each([
    [0, 'an account that the buyer rents'],
    [1, 'its end'],
  ])('behavior: assertion program, instruction %i: %s', async (code) => {
    const more = [{ programAddress: ASSERT, data: Uint8Array.of(code) }]
    expect(await differenceOf({ more })).toMatch('2 instructions that move')
    const asserts = [{ programAddress: ASSERT, data: Uint8Array.of(2) }]
    expect(await differenceOf({ more: asserts })).toBeUndefined()
    expect(await differenceOf({ more: [{ programAddress: ASSERT }] })).toMatch(
      '2 instructions that move',
    )
  })

  test('behavior: a receiver that is no address has no token account', async () => {
    const { messageBytes } = await transaction()
    const other = { ...TERMS, pay_to: '0x1' }
    expect(
      await solanaDifference(other, new Uint8Array(messageBytes), BUYER),
    ).toMatch('destination')
  })

  test('behavior: total on any bytes', async () => {
    const { messageBytes } = await transaction()
    const whole = new Uint8Array(messageBytes)
    for (let length = 0; length < whole.length; length++)
      expect(
        await solanaDifference(TERMS, whole.subarray(0, length), BUYER),
      ).toBe('an unreadable message')
    expect(
      await solanaDifference(TERMS, Uint8Array.of(...whole, 0), BUYER),
    ).toBe('an unreadable message')
    expect(
      await solanaDifference(
        TERMS,
        Uint8Array.of(0x81, ...whole.subarray(1)),
        BUYER,
      ),
    ).toBe('an unreadable message')
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
        readSolanaMessage(bytes)
        expect(await solanaDifference(TERMS, bytes, BUYER)).toBeTypeOf('string')
        messageOfWire(bytes)
      }),
    )
  })
})

describe('base58', () => {
  test('property: 32 bytes there and back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        expect(bytesOfBase58(base58Of(bytes))).toEqual(bytes)
      }),
    )
  })

  test.each([
    '',
    '0',
    'l',
    '1'.repeat(31),
    '1'.repeat(33),
    'z'.repeat(44),
    'z'.repeat(45),
  ])('%s is no address', (text) => {
    expect(bytesOfBase58(text)).toBeUndefined()
  })
})

describe('tokenAccountOf', () => {
  test('default: as the token program derives it', async () => {
    const bytes = getAddressEncoder().encode
    for (const owner of [SELLER, BUYER, PAYER]) {
      const [expected] = await getProgramDerivedAddress({
        programAddress:
          'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL' as Address,
        seeds: [bytes(owner), bytes(TOKEN), bytes(MINT)],
      })
      expect(await tokenAccountOf(owner, TOKEN, MINT)).toBe(expected)
    }
    expect(await tokenAccountOf('0x1', TOKEN, MINT)).toBeUndefined()
  })
})
