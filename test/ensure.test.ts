import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const SCRIPT = fileURLToPath(new URL('../scripts/ensure.mjs', import.meta.url))

// Writes down how it was called and does what the real one leaves behind.
const FAKE_NPM = `#!/bin/sh
echo "npm $1" >> calls
test "$1" = ci || exec touch node_modules/.bin/assay
test ! -e offline || exit 7
mkdir -p node_modules/.bin && echo {} > node_modules/.package-lock.json
`
const FAKE_TSC = `const fs = require('node:fs')
fs.appendFileSync('calls', 'tsc\\n')
for (const name of ['core', 'assay']) {
  fs.mkdirSync('packages/' + name + '/dist/cli', { recursive: true })
  fs.writeFileSync('packages/' + name + '/tsconfig.tsbuildinfo', '{}')
}
fs.writeFileSync('packages/assay/dist/cli/bin.js', '', { mode: 0o644 })
if (fs.existsSync('type-error')) process.exit(2)
`

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-ensure-'))
  put('package-lock.json', '{}')
  put('tsconfig.base.json', '{}')
  put('packages/core/tsconfig.json', '{}')
  put('packages/core/src/index.ts', '')
  put('packages/core/src/index.test.ts', '')
  put('packages/core/src/testing/fake.ts', '')
  put('packages/assay/src/cli/bin.ts', '')
  put(
    'packages/assay/tsconfig.json',
    JSON.stringify({ references: [{ path: '../core' }] }),
  )
  put(
    'packages/assay/package.json',
    JSON.stringify({ name: 'a', bin: { assay: './dist/cli/bin.js' } }),
  )
  put('node_modules/typescript/bin/tsc', FAKE_TSC)
  put('bin/npm', FAKE_NPM, 0o755)
  mkdirSync(join(root, 'scripts'))
  copyFileSync(SCRIPT, join(root, 'scripts/ensure.mjs'))
})
afterEach(() => rmSync(root, { recursive: true }))

function put(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text, { mode })
}

/** Moves a file's date by whole seconds from now. */
function date(path: string, seconds: number): void {
  const at = Date.now() / 1000 + seconds
  utimesSync(join(root, path), at, at)
}

function ensure(args: readonly string[] = [], node = process.versions.node) {
  const calls = join(root, 'calls')
  rmSync(calls, { force: true })
  put(
    'node.cjs',
    `Object.defineProperty(process, 'versions', {
    value: { ...process.versions, node: '${node}' } })`,
  )
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['-r', join(root, 'node.cjs'), join(root, 'scripts/ensure.mjs'), ...args],
    {
      cwd: tmpdir(),
      encoding: 'utf8',
      env: {
        ...process.env,
        PATH: join(root, 'bin') + delimiter + process.env['PATH'],
      },
    },
  )
  const made = existsSync(calls) ? readFileSync(calls, 'utf8').trim() : ''
  return { status, stdout, stderr, calls: made.split('\n').filter(Boolean) }
}

const NOTHING = { status: 0, stdout: '', stderr: '', calls: [] }

describe('ensure', () => {
  test('default: installs once, builds nothing', () => {
    expect(ensure()).toMatchObject({ status: 0, stdout: '', calls: ['npm ci'] })
    expect(ensure()).toEqual(NOTHING)
    expect(existsSync(join(root, 'packages/core/dist'))).toBe(false)
  })

  test('behavior: installs again when the lock file is newer', () => {
    ensure()
    date('package-lock.json', 10)
    expect(ensure().calls).toEqual(['npm ci'])
  })

  test('behavior: a failed install is named and stops', () => {
    put('offline', '')
    const { status, stderr, calls } = ensure(['--build'])
    expect([status, calls]).toEqual([1, ['npm ci']])
    expect(stderr).toContain('npm ci failed (exit code 7), see above')
  })

  test('behavior: --build compiles, links the command, then rests', () => {
    expect(ensure(['--build']).calls).toEqual(['npm ci', 'tsc', 'npm rebuild'])
    expect(ensure(['--build'])).toEqual(NOTHING)
    const { mode } = statSync(join(root, 'packages/assay/dist/cli/bin.js'))
    expect(mode & 0o111).toBe(0o111)
  })

  test('behavior: compiles after a change of what the build reads', () => {
    ensure(['--build'])
    const calls = [
      'packages/core/src/index.ts',
      'packages/assay/src/cli/bin.ts',
      'packages/assay/tsconfig.json',
      'tsconfig.base.json',
      'packages/core/src/index.test.ts',
      'packages/core/src/testing/fake.ts',
    ].map((path) => {
      date(path, 10)
      const made = ensure(['--build']).calls
      date(path, -10)
      return made
    })
    const compiled = ['tsc']
    expect(calls).toEqual([compiled, compiled, compiled, compiled, [], []])
  })

  test('behavior: compiles when an output folder is gone', () => {
    ensure(['--build'])
    rmSync(join(root, 'packages/core/dist'), { recursive: true })
    expect(ensure(['--build']).calls).toEqual(['tsc'])
  })

  test('behavior: a failed compile is tried again', () => {
    put('type-error', '')
    const { status, stderr } = ensure(['--build'])
    expect(status).toBe(1)
    expect(stderr).toContain('tsc -b packages/assay failed (exit code 2)')
    expect(ensure(['--build']).calls).toEqual(['tsc'])
  })

  test.each([
    ['18.20.1', 1],
    ['20.18.9', 1],
    ['20.19.0', 0],
    ['22.0.0', 0],
  ])('behavior: Node %s', (version, status) => {
    const answer = ensure([], version)
    expect(answer.status).toBe(status)
    if (status === 1)
      expect(answer.stderr).toContain(
        `Node 20.19 or newer is needed, this is ${version}`,
      )
  })

  test('behavior: an unknown argument', () => {
    const { status, stderr, calls } = ensure(['--bild'])
    expect([status, calls]).toEqual([1, []])
    expect(stderr).toContain('usage: node scripts/ensure.mjs [--build]')
  })
})
