import { Readable, PassThrough } from 'node:stream'
import { test } from 'vitest'
import { memoryLedger } from '@assay402/guard'
import { createDesk } from './desk.js'
import { serveLines } from './serve-lines.js'
test('fuzz', async () => {
  const d = 100_000
  const nest = '['.repeat(d) + ']'.repeat(d)
  const onest = '{"a":'.repeat(d) + '1' + '}'.repeat(d)
  const ok = (x: string) => `{"id":1,"url":"https://api.seller.example/x","challenge":{"status":402,"headers":{},"body":""}${x}}`
  const lines = [nest, onest, `{"id":${nest}}`, ok(`,"policy":{"rulebooks":${onest}}`), ok(`,"policy":{"a":${nest}}`), ok(`,"expect":${onest}`), ok(`,"expect":{"max_usd":"1"}`), ok(',"policy":{"max_per_payment_usd":-1}'), '{"id":1e999,"op":"outcome","approval":"x","outcome":"paid"}', '{"id":"\\ud800","url":"x"}', ok(',"method":"G\\u001bET"'), '{"id":1,"op":"outcome","approval":"__proto__","outcome":"paid"}', ok(',"id":2'), 'null', '1', '"x"',
    `{"id":1,"url":"https://api.seller.example/x","challenge":{"status":402,"headers":{"PAYMENT-REQUIRED":["a","b"],"__proto__":"x"},"body":${JSON.stringify(nest)}}}`]
  const out = new PassThrough(); const got: string[] = []; out.on('data', (c) => got.push(String(c)))
  await serveLines(Readable.from(lines.map((l) => Buffer.from(l + '\n'))), out, createDesk({ policy: {}, ledger: memoryLedger(), now: Date.now })).catch((e) => console.log('ENDED', String(e).slice(0, 200)))
  console.log(got.join('').split('\n').map((l) => l.slice(0, 200)).join('\n'), got.join('').split('\n').length - 1, lines.length)
})
