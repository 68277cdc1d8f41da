import { type RpcCall, RpcFailed } from '../../evm/rpc.js'
import { base58Of } from '../base58.js'
import { TOKEN_PROGRAMS, tokenAccountOf } from '../token-account.js'

export const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
export const START = Date.parse('2026-11-01T00:00:00Z')

/** The nth wallet. */
export function walletOf(n: number): string {
  return base58Of(Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? 7 : n)))
}

/** A wallet's USDC account. */
export function accountOf(wallet: string): string {
  const account =
    accounts.get(wallet) ?? tokenAccountOf(wallet, TOKEN_PROGRAMS.token, MINT)
  accounts.set(wallet, account)
  return account
}

const accounts = new Map<string, string>()

/** The nth signature. */
export function signatureOf(n: number): string {
  return base58Of(
    Uint8Array.from({ length: 64 }, (_, i) =>
      i < 2 ? 9 : (n >> (8 * (i % 4))) & 255,
    ),
  )
}

export type FakePayment = {
  readonly slot: number
  readonly feePayer: string
  readonly transfers: readonly (readonly [
    from: string,
    to: string,
    amount: number,
  ])[]
  readonly fields?: Readonly<Record<string, unknown>>
  /** Changes the answer of `getTransaction`. */
  readonly shape?: (answer: Answer) => unknown
  readonly err?: unknown
  readonly blockTime?: number | null
}

/** `getTransaction` in `jsonParsed`, as a node writes it. */
export type Answer = ReturnType<typeof answerOf>

/** A node in memory, whose answers have the real shapes. */
export function createFakeSolana() {
  const payments: (FakePayment & { readonly signature: string })[] = []
  const asked: { method: string; params: readonly unknown[] }[] = []
  let head = 1_000
  let pages = (rows: readonly object[]): readonly object[] => rows
  const methods: Record<string, (params: readonly unknown[]) => unknown> = {
    getSlot: () => head,
    getFirstAvailableBlock: () => 0,
    getBlockTime: ([slot]) => secondsOf(Number(slot)),
    getAccountInfo: () => ({
      context: { apiVersion: '2.2.7', slot: head },
      value: { owner: TOKEN_PROGRAMS.token, lamports: 1, data: ['', 'base64'] },
    }),
    getSignatureStatuses: ([signatures]) => ({
      context: { slot: head },
      value: [
        payments.some(({ signature }) => isFirst(signatures, signature))
          ? { slot: 1, confirmations: null, err: null }
          : null,
      ],
    }),
    getSignaturesForAddress: ([account, options]) => {
      const { before, limit } = options as { before?: string; limit: number }
      const touching = payments
        .filter((one) => touches(one, String(account)))
        .reverse()
      const start =
        before === undefined
          ? 0
          : touching.findIndex((one) => one.signature === before) + 1
      if (before !== undefined && start === 0) return []
      const rows = touching.slice(start, start + limit).map((one) => ({
        signature: one.signature,
        slot: one.slot,
        err: one.err ?? null,
        memo: null,
        blockTime:
          one.blockTime === undefined ? secondsOf(one.slot) : one.blockTime,
        confirmationStatus: 'finalized',
      }))
      return pages(rows)
    },
    getTransaction: ([signature]) => {
      const found = payments.find((one) => one.signature === signature)
      if (found === undefined) return null
      const answer = answerOf(found, found.signature)
      return found.shape?.(answer) ?? answer
    },
  }
  const rpc: RpcCall = async (method, params) => {
    asked.push({ method, params })
    const answer = methods[method]
    if (answer === undefined) throw new RpcFailed(`-32601 no ${method}`)
    return structuredClone(answer(params))
  }
  return {
    rpc,
    asked,
    pay: (payment: FakePayment) => {
      const signature = signatureOf(payments.length + 1)
      payments.push({ ...payment, signature })
      return signature
    },
    setHead: (slot: number) => {
      head = slot
    },
    /** Changes every page of signatures. */
    shapePages: (change: typeof pages) => {
      pages = change
    },
    /** Answers a method in another way. */
    answer: (
      method: string,
      answer: (params: readonly unknown[]) => unknown,
    ) => {
      methods[method] = answer
    },
    forget: () => {
      payments.length = 0
    },
  }
}

function secondsOf(slot: number): number {
  return START / 1_000 + slot
}

function touches({ transfers }: FakePayment, account: string): boolean {
  return transfers.some(
    ([from, to]) => accountOf(from) === account || accountOf(to) === account,
  )
}

function answerOf(
  { slot, feePayer, transfers, err, blockTime }: FakePayment,
  signature: string,
) {
  const wallets = [
    ...new Set(transfers.map(([from]) => from)),
    ...new Set(transfers.map(([, to]) => to)),
  ].filter((wallet, i, all) => all.indexOf(wallet) === i)
  const keys = [feePayer, ...wallets.map(accountOf), MINT]
  const balances = (when: 'pre' | 'post') =>
    wallets.map((owner, i) => ({
      accountIndex: i + 1,
      mint: MINT,
      owner,
      programId: TOKEN_PROGRAMS.token,
      uiTokenAmount: amountOf(
        1_000_000 +
          (when === 'pre'
            ? 0
            : transfers.reduce(
                (sum, [from, to, amount]) =>
                  sum +
                  (to === owner ? amount : 0) -
                  (from === owner ? amount : 0),
                0,
              )),
      ),
    }))
  return {
    blockTime: blockTime === undefined ? secondsOf(slot) : blockTime,
    slot,
    version: 0 as const,
    meta: {
      err: err ?? null,
      fee: 10_001,
      innerInstructions: [] as object[],
      logMessages: [],
      loadedAddresses: { readonly: [], writable: [] },
      preBalances: [],
      postBalances: [],
      preTokenBalances: balances('pre') as object[] | null,
      postTokenBalances: balances('post') as object[] | null,
      rewards: [],
    },
    transaction: {
      signatures: [signature, signatureOf(99_999)],
      message: {
        accountKeys: keys.map((pubkey, i) => ({
          pubkey,
          signer: i === 0,
          source: 'transaction',
          writable: true,
        })),
        addressTableLookups: [] as object[],
        instructions: [
          budget('3DdGGhkhJbjm'),
          budget('JMn6KD'),
          ...transfers.map(transferChecked),
          {
            parsed: '5f0c7cfa23bd41a8',
            program: 'spl-memo',
            programId: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
            stackHeight: null,
          },
        ] as object[],
        recentBlockhash: MINT,
      },
    },
  }
}

function budget(data: string) {
  return {
    accounts: [],
    data,
    programId: 'ComputeBudget111111111111111111111111111111',
    stackHeight: null,
  }
}

/** A parsed `TransferChecked` of USDC. */
export function transferChecked([from, to, amount]: readonly [
  from: string,
  to: string,
  amount: number,
]) {
  return {
    parsed: {
      info: {
        authority: from,
        destination: accountOf(to),
        mint: MINT,
        source: accountOf(from),
        tokenAmount: amountOf(amount),
      },
      type: 'transferChecked',
    },
    program: 'spl-token',
    programId: TOKEN_PROGRAMS.token,
    stackHeight: null,
  }
}

function amountOf(amount: number) {
  return {
    amount: String(amount),
    decimals: 6,
    uiAmount: amount / 1e6,
    uiAmountString: String(amount / 1e6),
  }
}

function isFirst(list: unknown, text: string): boolean {
  return Array.isArray(list) && list[0] === text
}
