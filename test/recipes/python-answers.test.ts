import { execFileSync, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const python = spawnSync('python3', ['--version']).status === 0
const here = fileURLToPath(new URL('.', import.meta.url))

/** What the Python client makes of an answer to its payment. */
function outcome(status: number, header?: string): string {
  const code = `
import sys, assay_guard as a
headers = {"Payment-Response": sys.argv[2]} if len(sys.argv) > 2 else {}
print(a.outcome_of(int(sys.argv[1]), a.settlement(headers)))`
  const more = header === undefined ? [] : [header]
  return execFileSync('python3', ['-B', '-c', code, String(status), ...more], {
    cwd: here,
    encoding: 'utf8',
  }).trim()
}

const said = (settled: unknown) =>
  Buffer.from(JSON.stringify(settled)).toString('base64')

describe.skipIf(!python)('recipe Python, answers', () => {
  test.each<[number, string, string | undefined, string]>([
    [200, 'nothing', undefined, 'paid'],
    [200, 'charged', said({ success: true }), 'paid'],
    [200, 'not charged', said({ success: false }), 'failed'],
    [500, 'nothing', undefined, 'failed'],
    // Charged, and nothing came of it: an attempt like any other.
    [500, 'charged', said({ success: true }), 'failed'],
    [402, 'charged', said({ success: true }), 'failed'],
    [402, 'pending', said({ errorReason: 'settlement_pending' }), 'unclear'],
    [307, 'charged', said({ success: true }), 'unclear'],
    // What is no settlement costs the seller nothing but its word.
    [200, 'a list', said(['x']), 'paid'],
    [200, 'null', said(null), 'paid'],
    [200, 'no base64', 'no base64', 'paid'],
    [200, 'a deep list', btoa('['.repeat(50_000)), 'paid'],
    [500, 'no base64', '%%%', 'failed'],
  ])(
    'behavior: an answer with %i that says %s',
    (status, _, header, expected) => {
      expect(outcome(status, header)).toBe(expected)
    },
  )
})
