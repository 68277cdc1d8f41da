import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type GuardOptions, guarded } from '@assay402/guard'
import { x402Client } from '@x402/core/client'
import {
  encodePaymentRequiredHeader,
  encodePaymentResponseHeader,
} from '@x402/core/http'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment } from '@x402/fetch'
import { build } from 'esbuild'
import { privateKeyToAccount } from 'viem/accounts'
import { median } from './measure.js'
import type { BenchOptions, Row } from './row.js'

/** What the guard adds to a payment, and what it weighs in a browser. */
export async function guardBench(
  options: BenchOptions,
): Promise<Omit<Row, 'repeat'>[]> {
  return [...(await addedTime(options)), ...(await bundleSize())]
}

/** The stock client pays a loopback seller, without the guard and with it. */
async function addedTime(
  options: BenchOptions,
): Promise<Omit<Row, 'repeat'>[]> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.headers['payment-signature'] === undefined) {
      response.statusCode = 402
      response.setHeader('PAYMENT-REQUIRED', CHALLENGE)
    } else response.setHeader('PAYMENT-RESPONSE', SETTLED)
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = (server.address() as AddressInfo).port
  const url = `http://127.0.0.1:${port}/data`
  const bare = wrapFetchWithPayment(fetch, buyer())
  const guardedPay = wrapFetchWithPayment(...guarded(fetch, buyer(), OPTIONS))
  const pay = (through: typeof fetch) => async () => {
    const answer = await through(url)
    await answer.text()
  }
  const runs = options.milliseconds >= 400 ? 2_000 : 20
  const [bareMs, guardedMs] = await mediansInTurn(
    [pay(bare as typeof fetch), pay(guardedPay as typeof fetch)],
    runs,
  )
  server.close()
  const added = (guardedMs as number) - (bareMs as number)
  return [
    {
      what: 'guard, local mode, added to a paid loopback request',
      target: '< 0.3 ms median',
      measured: `${added.toFixed(3)} ms`,
      ratio: (guardedMs as number) / (bareMs as number),
      baseline: `@x402/fetch without it: ${(bareMs as number).toFixed(2)} ms`,
    },
  ]
}

/** Medians of several ways, taken in turn so that a busy spell hits them all. */
async function mediansInTurn(
  ways: readonly (() => Promise<void>)[],
  runs: number,
): Promise<number[]> {
  const times = ways.map((): number[] => [])
  for (let i = -runs / 2; i < runs; i++)
    for (const [place, way] of ways.entries()) {
      const start = performance.now()
      await way()
      if (i >= 0) times[place]?.push(performance.now() - start)
    }
  return times.map(median)
}

/** Minified and gzipped, by esbuild with splitting, as bundlers ship it. */
async function bundleSize(): Promise<Omit<Row, 'repeat'>[]> {
  const entry = fileURLToPath(import.meta.resolve('@assay402/guard'))
  const made = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    outdir: 'out',
    write: false,
    metafile: true,
    logLevel: 'error',
  })
  const sizes = new Map(
    made.outputFiles.map(({ path, contents }) => [
      path.slice(path.lastIndexOf('/') + 1),
      gzipSync(contents, { level: 9 }).length,
    ]),
  )
  const chunks = new Map(
    Object.entries(made.metafile.outputs).map(([path, output]) => [
      path.slice(path.lastIndexOf('/') + 1),
      output,
    ]),
  )
  const first = withImports('index.js', chunks)
  const all = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  const loaded = first.reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0)
  const row = (what: string, target: string, bytes: number) => ({
    what,
    target,
    measured: `${(bytes / 1000).toFixed(1)} kB`,
    ratio: bytes / 60_000,
    baseline: '60 kB',
  })
  return [
    row('guard, bundle that loads at once (gzip)', '≤ 60 kB', loaded),
    row(
      'guard, with the name data of rulebook destination, loaded at the first judgement (gzip)',
      '≤ 60 kB',
      all,
    ),
  ]
}

type Output = {
  readonly imports: readonly { readonly path: string; readonly kind: string }[]
}

function withImports(
  name: string,
  chunks: ReadonlyMap<string, Output>,
): string[] {
  const found = new Set([name])
  for (const each of found)
    for (const { path, kind } of chunks.get(each)?.imports ?? [])
      if (kind === 'import-statement')
        found.add(path.slice(path.lastIndexOf('/') + 1))
  return [...found]
}

const ACCOUNT = privateKeyToAccount(`0x${'42'.repeat(32)}`)

function buyer(): x402Client {
  return new x402Client().register('eip155:*', new ExactEvmScheme(ACCOUNT))
}

// A loopback seller is http on an address that is not reachable, which the
// defaults refuse; what is computed is the same.
const OPTIONS: GuardOptions = {
  policy: {
    daily_cap_usd: '1000000',
    require_https: false,
    rulebooks: { destination: { block: 'note' } },
  },
}

const CHALLENGE = encodePaymentRequiredHeader({
  x402Version: 2,
  error: 'Payment required',
  resource: { url: 'https://svc.example/data', description: '', mimeType: '' },
  accepts: [
    {
      scheme: 'exact',
      network: 'eip155:8453',
      amount: '10000',
      asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
      maxTimeoutSeconds: 60,
      extra: { name: 'USD Coin', version: '2' },
    },
  ],
})

const SETTLED = encodePaymentResponseHeader({
  success: true,
  transaction: `0x${'ab'.repeat(32)}`,
  network: 'eip155:8453',
})
