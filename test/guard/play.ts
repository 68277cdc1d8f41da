import { maxUint256 } from 'viem'
import { USDC } from '../chain/chain.js'
import { TOKEN_ABI } from '../chain/token-abi.js'
import type { Attempt, Call, Scenario, Stage } from './scenario.js'
import { walletsOf } from './scenario.js'

/** What came of a scenario, by the chain and by what the agent was told. */
export type Outcome = {
  readonly attempts: readonly Attempt[]
  /** Atomic units that the seller got and should not have. */
  readonly lost: bigint
  /** Atomic units that the seller got by fair terms. */
  readonly spent: bigint
  /** `unlimited` when the buyer let somebody take any amount. */
  readonly allowance?: 'unlimited'
}

const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

/** Plays a scenario with a paying fetch on a chain that is put back after it. */
export async function play(
  scenario: Scenario,
  stage: Stage,
  pay: typeof fetch,
): Promise<Outcome> {
  const { chain } = stage
  const { payTo, thief } = walletsOf(scenario.id)
  const token = scenario.token ?? USDC
  const before = await chain.snapshot()
  try {
    await chain.fund(chain.buyer.address, 100_000_000n)
    await scenario.arrange(stage)
    const attempts: Attempt[] = []
    await scenario.shop(calling(pay, attempts), stage)
    const [spent = 0n, lost = 0n] = await chain.balances([payTo, thief], token)
    const allowance = await chain.node.readContract({
      address: token,
      abi: TOKEN_ABI,
      functionName: 'allowance',
      args: [chain.buyer.address, PERMIT2],
    })
    const unlimited = allowance === maxUint256
    return {
      attempts,
      lost,
      spent,
      ...(unlimited && { allowance: 'unlimited' as const }),
    }
  } finally {
    await chain.revert(before)
  }
}

function calling(pay: typeof fetch, attempts: Attempt[]): Call {
  return async (url, init) => {
    const attempt = await pay(url, init).then(
      ({ status }): Attempt => ({ status }),
      (error: Error): Attempt => ({ refused: codeOf(error), error }),
    )
    attempts.push(attempt)
    return attempt
  }
}

/** The rule that an error names, or its message. */
function codeOf(error: Error): string {
  const { report } = error as { report?: { reasons?: { code: string }[] } }
  return report?.reasons?.[0]?.code ?? error.message
}
