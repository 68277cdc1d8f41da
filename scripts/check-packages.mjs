// Packs each published package and lets publint and attw look at the result.
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const run = (command, args, cwd) =>
  execFileSync(command, args, { cwd, stdio: 'inherit' })

for (const name of readdirSync(join(root, 'packages'))) {
  const folder = join(root, 'packages', name)
  if (!existsSync(join(folder, 'package.json'))) continue
  const manifest = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  console.log(`\n${manifest.name}`)
  const target = mkdtempSync(join(tmpdir(), 'assay-pack-'))
  try {
    run('npm', ['pack', '--silent', '--pack-destination', target], folder)
    const tarball = join(target, readdirSync(target)[0])
    run('npx', ['publint', 'run', '--strict', tarball], root)
    if (manifest.exports !== undefined)
      run('npx', ['attw', tarball, '--profile', 'esm-only'], root)
  } finally {
    rmSync(target, { recursive: true, force: true })
  }
}
