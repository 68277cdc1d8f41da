import {
  defaultPolicy,
  destination,
  isInputError,
  safeText,
} from '@assay402/core'
import { domainToLookUp } from '../../inspect/registration.js'
import { createInspectTools, type InspectTools } from '../../inspect/tools.js'
import { EXIT, exitOf, worseExit } from '../exit.js'
import { createCommandStore, type StoreFlags } from '../store-access.js'
import { write } from '../terminal.js'
import type { World } from '../world.js'

export type ScreenFlags = StoreFlags & {
  readonly registration: boolean
  readonly json?: boolean
}

/** `assay screen <targets…>`: is this host or wallet what it seems to be? */
export async function screenCommand(
  targets: readonly string[],
  flags: ScreenFlags,
  world: World,
): Promise<number> {
  // Only for the dates of domains: it is opened when one is needed.
  const store = createCommandStore(flags, world)
  const tools = createInspectTools(world, {
    allowHosts: [],
    timeoutMs: 8_000,
    store,
  })
  let exitCode: number = EXIT.allow
  try {
    for (const target of targets) {
      const answer = await screen(target, flags, tools)
      const pretty = targets.length > 1 ? 0 : 2
      const text =
        flags.json === true
          ? JSON.stringify(answer, null, pretty)
          : answerText(target, answer)
      await write(world.terminal.stdout, `${text}\n`)
      exitCode = worseExit(exitCode, exitOf(meaningOf(answer.verdict)))
    }
    return exitCode
  } finally {
    await store.close()
  }
}

type Answer = Exclude<
  ReturnType<typeof destination.judge>,
  { readonly error: unknown }
>

async function screen(
  target: string,
  flags: ScreenFlags,
  tools: InspectTools,
): Promise<Answer> {
  const domain = flags.registration
    ? domainToLookUp(target, tools.now())
    : undefined
  const registration =
    domain === undefined
      ? { status: 'unknown', reason: 'not_looked_up' }
      : (await tools.registrations.find(domain)).answer
  const now = new Date(tools.now()).toISOString()
  const answer = destination.judge({ now, target, registration })
  if (isInputError(answer)) throw new Error(answer.error.message)
  return answer
}

/** What the default spend policy makes of a verdict; a note lets it pass. */
function meaningOf(verdict: Answer['verdict']): 'allow' | 'hold' | 'block' {
  const meaning = defaultPolicy.rulebooks.destination[verdict]
  return meaning === 'note' ? 'allow' : meaning
}

function answerText(target: string, answer: Answer): string {
  const age =
    answer.domain_age_days === null
      ? ''
      : `, registered ${answer.domain_age_days} days ago`
  return [
    `${answer.verdict.toUpperCase()}  ${safeText(target)}`,
    `${answer.target_type}, score ${answer.score}${age}: ${answer.recommended_action}`,
    ...answer.reasons.map(({ code, text }) => `  ${code}: ${safeText(text)}`),
  ].join('\n')
}
