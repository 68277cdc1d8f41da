import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { defaultPolicy } from '@assay402/core'
import { Agent, request } from 'undici'
import { realWorld } from '../packages/assay/dist/cli/real-world.js'
import { inspect } from '../packages/assay/dist/inspect/inspect.js'
import { createInspectTools } from '../packages/assay/dist/inspect/tools.js'
import { median } from './measure.js'
import type { BenchOptions, Row } from './row.js'
import { TERMS_HEADER } from './terms.js'

/** A whole live check on loopback, over one bare GET of the same URL. */
export async function liveCheckBench(
  options: BenchOptions,
): Promise<Omit<Row, 'repeat'>[]> {
  const server = createServer((_request, response) => {
    response.writeHead(402, {
      'content-type': 'application/json',
      'payment-required': TERMS_HEADER,
    })
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const url = `http://${host}/x`
  const tools = createInspectTools(realWorld(), {
    allowHosts: [host],
    timeoutMs: 8_000,
    probesShared: 'never',
  })
  const check = () =>
    inspect(
      {
        url,
        method: 'GET',
        expected: { price_usd: '0.01' },
        check_expiry: false,
        skew_s: 30,
        policy: defaultPolicy,
        vouched: true,
        registration: 'skip',
      },
      tools,
    )
  const agent = new Agent()
  // A new connection each time, as a check makes one.
  const bare = async () => {
    const answer = await request(url, { dispatcher: agent, reset: true })
    await answer.body.text()
  }
  const runs = options.milliseconds >= 400 ? 300 : 20
  const bareMs = await medianMs(bare, runs)
  const checkMs = await medianMs(check, runs)
  await agent.close()
  server.close()
  return [
    {
      what: 'live check on loopback, end to end',
      target: '≤ 3 ms over the baseline',
      measured: `${checkMs.toFixed(2)} ms, ${(checkMs - bareMs).toFixed(2)} ms over`,
      ratio: checkMs / bareMs,
      baseline: `bare undici GET: ${bareMs.toFixed(2)} ms`,
    },
  ]
}

async function medianMs(run: () => Promise<unknown>, runs: number) {
  for (let i = 0; i < Math.min(50, runs); i++) await run()
  const times: number[] = []
  for (let i = 0; i < runs; i++) {
    const start = performance.now()
    await run()
    times.push(performance.now() - start)
  }
  return median(times)
}
