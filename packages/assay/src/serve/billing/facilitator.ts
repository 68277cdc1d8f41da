import type { FacilitatorClient } from '@x402/core/server'
import { HTTPFacilitatorClient, x402ResourceServer } from '@x402/core/server'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { bazaarResourceServerExtension } from '@x402/extensions/bazaar'
import type { Service } from '../service.js'

/** The official resource server, and whether its facilitator can be used. */
export type Cashier = {
  readonly server: x402ResourceServer
  /**
   * Asks the facilitator once what it supports, and again after a while when it
   * did not answer. Undefined when payments can be taken, else why not.
   */
  ready(): Promise<string | undefined>
}

/** A payment's round trip takes seconds; what takes longer is not waited for. */
const FACILITATOR_TIMEOUT_MS = 60_000
const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 60_000

/** A facilitator that is away at the start keeps nobody from starting. */
export function createCashier(
  service: Pick<Service, 'settings' | 'clock' | 'log'>,
  facilitator?: FacilitatorClient,
): Cashier {
  const { settings, clock, log } = service
  const { network, facilitatorUrl } = settings
  const client = facilitator ?? httpFacilitator(facilitatorUrl)
  const server = new x402ResourceServer(client)
    .register(network as `${string}:${string}`, new ExactEvmScheme())
    .registerExtension(bazaarResourceServerExtension)
  let pause = FIRST_PAUSE_MS
  let notBefore = Number.NEGATIVE_INFINITY
  let why: string | undefined
  let isReady = false
  let asking: Promise<void> | undefined
  const ask = async () => {
    why = await supportOf(server, network)
    isReady = why === undefined
    if (isReady) return
    notBefore = clock() + pause
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
    log({ level: 'warn', event: 'facilitator_not_usable', why, pause })
  }
  return {
    server,
    ready: async () => {
      if (isReady) return undefined
      if (clock() < notBefore) return why
      asking ??= ask().finally(() => {
        asking = undefined
      })
      await asking
      return why
    },
  }
}

function httpFacilitator(url: string): FacilitatorClient {
  return new HTTPFacilitatorClient({ url, timeoutMs: FACILITATOR_TIMEOUT_MS })
}

async function supportOf(
  server: x402ResourceServer,
  network: string,
): Promise<string | undefined> {
  try {
    await server.initialize()
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error
    return `the facilitator does not answer: ${messageOf(cause)}`
  }
  const caip = network as `${string}:${string}`
  if (server.getSupportedKind(2, caip, 'exact') === undefined)
    return `the facilitator does not support exact payments on ${network}`
  try {
    const price = { scheme: 'exact', network: caip, payTo: NOBODY, price: '$1' }
    await server.buildPaymentRequirements(price)
    return undefined
  } catch (error) {
    return `no dollar token is known on ${network}: ${messageOf(error)}`
  }
}

const NOBODY = `0x${'0'.repeat(40)}`

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
