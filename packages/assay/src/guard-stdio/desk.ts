import {
  type Approval,
  createGuard,
  type Guard,
  type Ledger,
  PaymentBlocked,
  PaymentHeld,
} from '@assay402/guard'
import { InvalidField } from './invalid-field.js'
import type { DecideMessage, OutcomeMessage } from './message.js'
import type { Desk } from './serve-lines.js'

export type DeskOptions = {
  /** Spend policy, JSON; a message may bring its own. */
  readonly policy: Readonly<Record<string, unknown>>
  readonly ledger: Ledger
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Guards of other policies that are kept at most. */
const MOST_GUARDS = 64

/**
 * Decides and records, on one ledger. Throws TypeError when the policy cannot
 * be read; a message's own unreadable policy is an InvalidField.
 */
export function createDesk({ policy, ledger, now }: DeskOptions): Desk {
  const guard = createGuard({ policy, ledger, now })
  const others = new Map<string, Guard>()

  function guardFor(own: DecideMessage['policy']): Guard {
    if (own === undefined) return guard
    const key = keyOf(own)
    const known = others.get(key)
    if (known !== undefined) return known
    const made = guardWith(own)
    if (others.size >= MOST_GUARDS) others.clear()
    others.set(key, made)
    return made
  }

  function keyOf(own: object): string {
    try {
      return JSON.stringify(own)
    } catch {
      throw new InvalidField('policy', 'nested too deeply')
    }
  }

  function guardWith(own: object): Guard {
    try {
      return createGuard({ policy: { ...own }, ledger, now })
    } catch (error) {
      throw new InvalidField('policy', (error as Error).message)
    }
  }

  async function decide(message: DecideMessage): Promise<object> {
    const { url, method, body_sha256, challenge, expect, idempotency_key } =
      message
    const own = guardFor(message.policy)
    try {
      const approval = await own.approve({
        url,
        method,
        // Two requests differ when the hashes of their bodies do.
        body: body_sha256,
        challenge: { ...challenge, headers: joined(challenge.headers) },
        expect,
        idempotency_key,
      })
      await own.handOver(approval.id)
      return allowed(approval)
    } catch (error) {
      if (error instanceof PaymentBlocked || error instanceof PaymentHeld)
        return refused(error)
      throw error
    }
  }

  async function record(message: OutcomeMessage): Promise<object> {
    const { approval, outcome, transaction } = message
    const isOpen = await guard.recordOutcome(approval, {
      outcome: LEDGER_WORDS[outcome],
      transaction,
    })
    if (!isOpen) throw new InvalidField('approval', 'none of this name is open')
    return { approval, outcome }
  }

  return (message) =>
    message.op === 'outcome' ? record(message) : decide(message)
}

const LEDGER_WORDS = {
  paid: 'settled',
  failed: 'declined',
  unclear: 'unclear',
  // What was never signed can never be cashed.
  unsigned: 'unused',
} as const

function allowed({ id, report, frozen, expires_at }: Approval): object {
  const { terms, source, document } = frozen
  const { version, scheme, network, asset, amount, pay_to, valid_for_s } = terms
  return {
    decision: 'allow',
    approval: id,
    expires_at: new Date(expires_at).toISOString(),
    approved_offer: {
      x402_version: version,
      source,
      scheme,
      network,
      asset,
      amount: String(amount),
      pay_to,
      max_timeout_seconds: valid_for_s,
      challenge: document,
    },
    reasons: report.reasons,
    retry_after_s: null,
  }
}

function refused({ report }: PaymentBlocked | PaymentHeld): object {
  const { decision, reasons, retry_after_s } = report
  return {
    decision,
    approval: null,
    expires_at: null,
    approved_offer: null,
    reasons,
    retry_after_s,
  }
}

/** Header values given as a list, as HTTP joins them. */
function joined(
  headers: Readonly<Record<string, string | readonly string[]>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : value.join(', '),
    ]),
  )
}
