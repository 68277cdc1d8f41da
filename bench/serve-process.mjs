import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { createApp } from '../packages/assay/dist/serve/app.js'
import { createService } from '../packages/assay/dist/serve/create-service.js'
import { createLog } from '../packages/assay/dist/serve/http/log.js'
import { listen } from '../packages/assay/dist/serve/listen.js'
import { newReceiptKey } from '../packages/assay/dist/serve/receipts/key-file.js'
import { createReceiptSigner } from '../packages/assay/dist/serve/receipts/signer.js'
import { openStore } from '../packages/assay/dist/store/index.js'

// One server in a process of its own: `assay FILE HOST` is the service over a
// store, `hono` a bare Hono server that answers with the bytes it is sent.
const [mode, file, host] = process.argv.slice(2)
const now = () => Date.now()

async function assay() {
  const store = await openStore(file)
  const key = newReceiptKey(now())
  const clock = () => performance.now()
  // Every request is logged, into the void: what a log costs is part of it.
  const out = new Writable({ write: (_chunk, _encoding, done) => done() })
  const service = createService(
    { now, clock, randomBytes, sleep, resolver: async () => [] },
    {
      store,
      log: createLog({ level: 'info', out }).log,
      settings: {
        ...{ publicUrl: 'http://assay.bench', open: true, trustProxy: 0 },
        ...{ salt: 'bench', payTo: {}, network: 'eip155:8453' },
        ...{ facilitatorUrl: 'http://facilitator.bench', exemptKeys: [] },
        ...{ bundleSecret: null, allowHosts: [host] },
        disclosures: { wallets: [], transactions: [] },
      },
      signer: createReceiptSigner({
        keys: { signing: () => key, published: () => [key.jwk] },
        ...{ issuer: 'http://assay.bench', now, randomBytes },
      }),
    },
  )
  const app = createApp(service)
  const { url } = await listen(() => app, { host: '127.0.0.1', port: 0 })
  process.send(url)
}

async function hono() {
  const { bytes, headers } = await new Promise((resolve) =>
    process.once('message', resolve),
  )
  const body = new Uint8Array(Buffer.from(bytes, 'base64'))
  const app = new Hono()
  app.post('/v1/preflight', (c) => c.body(body, 200, headers))
  app.post('/no-headers', (c) =>
    c.body(body, 200, { 'content-type': 'application/json' }),
  )
  serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
    process.send(`http://127.0.0.1:${port}`),
  )
}

// Processor time is what a busy machine does not change.
process.on('message', (message) => {
  if (message !== 'cpu') return
  const { user, system } = process.cpuUsage()
  process.send((user + system) / 1_000_000)
})
process.on('disconnect', () => process.exit(0))
await (mode === 'assay' ? assay() : hono())
