import type { GuardContext } from '../context.js'
import { contextOf, type Guard } from '../guard.js'
import { hexOf } from '../request.js'
import { allowSignature } from '../sign.js'
import { compareTransaction, compareTypedData } from '../signing/evm.js'
import { solanaDifference } from '../signing/solana.js'
import { isHarmless, kindOf } from './other-signatures.js'

type Method = (...given: never[]) => unknown

/**
 * A signer that signs a payment only while an approved one is being made, and
 * only if receiver, amount, validity, contract and chain are the approved
 * ones; everything else that signs or sends it refuses with PaymentBlocked,
 * messages of plain text aside. For the signers of
 * `@x402/evm` (viem accounts) and of `@x402/svm` (`@solana/kit`).
 */
export function guardSigner<Signer extends object>(
  signer: Signer,
  guard: Guard,
): Signer {
  if (guarded.get(signer) === guard) return signer
  const context = contextOf(guard)
  const replaced = new Map<PropertyKey, Method>()
  for (const [name, wrap] of Object.entries(WRAPPED)) {
    const method = Reflect.get(signer, name)
    if (typeof method === 'function')
      replaced.set(name, wrap(context, method.bind(signer), signer))
  }
  const member = (key: PropertyKey): unknown => {
    const known = replaced.get(key)
    if (known !== undefined) return known
    const value: unknown = Reflect.get(signer, key, signer)
    // A viem wallet signs with the account that it holds.
    if (key === 'account' && typeof value === 'object' && value !== null)
      return guardSigner(value, guard)
    if (typeof value !== 'function') return value
    const method = harmless(context, key, value.bind(signer))
    replaced.set(key, method)
    return method
  }
  // Over an empty object: signers may be frozen, or hide behind getters.
  const proxy = new Proxy({} as Signer, {
    get: (_, key) => member(key),
    has: (_, key) => Reflect.has(signer, key),
    ownKeys: () => Reflect.ownKeys(signer),
    getOwnPropertyDescriptor: (_, key) => {
      const own = Reflect.getOwnPropertyDescriptor(signer, key)
      return (
        own && {
          value: member(key),
          enumerable: own.enumerable === true,
          configurable: true,
        }
      )
    },
  })
  guarded.set(proxy, guard)
  return proxy
}

const guarded = new WeakMap<object, Guard>()

type Wrap = (context: GuardContext, sign: Method, signer: object) => Method

const WRAPPED: Readonly<Record<string, Wrap>> = {
  signTypedData: (context, sign) => async (data: never) => {
    await allowSignature(context, contentOf(data), (terms) =>
      compareTypedData(terms, data, context.now()),
    )
    return sign(data)
  },
  signTransaction:
    (context, sign) =>
    async (transaction: never, ...more: never[]) => {
      await allowSignature(context, contentOf(transaction), (terms) =>
        compareTransaction(terms, transaction),
      )
      return sign(transaction, ...more)
    },
  signTransactions: solana,
  modifyAndSignTransactions: solana,
  signAndSendTransactions: solana,
}

function solana(context: GuardContext, sign: Method, signer: object): Method {
  const address: unknown = Reflect.get(signer, 'address')
  const buyer = typeof address === 'string' ? address : undefined
  return async (transactions: never, ...more: never[]) => {
    for (const { messageBytes } of transactions as Transaction[])
      await allowSignature(context, hexOf(messageBytes), async (terms) => ({
        kind: 'payment' as const,
        difference: await solanaDifference(terms, messageBytes, buyer),
      }))
    return sign(transactions, ...more)
  }
}

/** A method that is compared with no approval: only what signs no payment. */
function harmless(
  context: GuardContext,
  name: PropertyKey,
  method: Method,
): Method {
  const kind = kindOf(name)
  if (kind === 'read') return method
  return async (...given: never[]) => {
    if (isHarmless(kind, given[0])) return method(...given)
    throw context.refuse(null, 'not_approved', {
      detail: `${String(name)} signs or sends something that is no approved payment`,
    })
  }
}

type Transaction = { readonly messageBytes: Uint8Array }

function contentOf(data: unknown): string {
  return JSON.stringify(data, (_, value) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )
}
