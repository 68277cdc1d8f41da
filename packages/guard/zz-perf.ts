import { wrapFetchWithPayment } from '@x402/fetch'
import { stockClient } from './src/testing/buyer.js'
import { RESOURCE, answer402, goods } from './src/testing/seller.js'
import { guarded } from './src/seats/guarded.js'
  const account = { address: '0x857b06519E91e3A54538791bDbb0E22373e36b66', signTypedData: async () => `0x${'11'.repeat(65)}` } as never
  const fetch = async (i: any, init?: any) => { const r = new Request(i, init); return r.headers.has('payment-signature') ? goods() : answer402() }
  const bare = wrapFetchWithPayment(fetch as any, stockClient(account))
  const g = wrapFetchWithPayment(...guarded(fetch as any, stockClient(account), { policy: { daily_cap_usd: '100000' } }))
  const run = async (f: any, n: number) => { const t: number[] = []; const c=process.cpuUsage(); for (let i = 0; i < n; i++) { const s = performance.now(); const r = await f(RESOURCE); await r.text(); t.push(performance.now() - s) } t.sort((a, b) => a - b); const u=process.cpuUsage(c); return [t[n >> 1]!.toFixed(3), ((u.user+u.system)/n/1000).toFixed(3)].join('/') }
  await run(bare, 300); await run(g, 300)
  for (let i = 0; i < 4; i++) console.log(await run(bare, 300), await run(g, 300))
