// Makes a fresh clone ready: installs when the lock file is newer than what is
// installed and, with --build, compiles when a source is newer than its output.
// Plain Node without dependencies; says what it does and is silent when there
// is nothing to do.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const NEEDED_NODE = [20, 19]
const ENTRY_PACKAGE = join(ROOT, 'packages', 'assay')

main(process.argv.slice(2))

function main(args) {
  const unknown = args.filter((arg) => arg !== '--build')
  if (unknown.length > 0)
    fail(
      `unknown argument ${unknown[0]}`,
      'usage: node scripts/ensure.mjs [--build]',
    )
  checkNode(process.versions.node)
  if (isInstallStale()) install()
  if (args.includes('--build')) build()
}

function checkNode(version) {
  const [major, minor] = version.split('.').map(Number)
  const [neededMajor, neededMinor] = NEEDED_NODE
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor))
    return
  fail(
    `Node ${NEEDED_NODE.join('.')} or newer is needed, this is ${version}`,
    'install a newer one from https://nodejs.org or with your version manager',
  )
}

function isInstallStale() {
  const installed = modified(join(ROOT, 'node_modules', '.package-lock.json'))
  return installed < modified(join(ROOT, 'package-lock.json'))
}

function install() {
  say('installing dependencies (npm ci) …')
  const startedAt = Date.now()
  // Development dependencies hold the compiler, whatever NODE_ENV says.
  npm('ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error')
  say(`installed in ${seconds(startedAt)}`)
}

function build() {
  const projects = projectsOf(ENTRY_PACKAGE)
  const stale = projects.filter(isBuildStale)
  if (stale.length === 0) return
  say(`compiling ${stale.map((it) => relative(ROOT, it)).join(', ')} …`)
  const startedAt = Date.now()
  // The compiler trusts its build info even when the output is gone.
  forget(projects.filter((project) => !existsSync(join(project, 'dist'))))
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
  const name = 'tsc -b packages/assay'
  // With errors it writes output and build info all the same.
  run(process.execPath, [compiler, '-b', ENTRY_PACKAGE], name, {
    onFailure: () => forget(projects),
  })
  linkCommands()
  say(`compiled in ${seconds(startedAt)}`)
}

/** `npx assay`: npm links a command at install, when its file was not there. */
function linkCommands() {
  const { name, bin } = readJson(join(ENTRY_PACKAGE, 'package.json'))
  for (const file of Object.values(bin))
    chmodSync(join(ENTRY_PACKAGE, file), 0o755)
  const links = Object.keys(bin).map((command) =>
    join(ROOT, 'node_modules', '.bin', command),
  )
  if (!links.every((link) => existsSync(link)))
    npm('rebuild', '--ignore-scripts', '--loglevel=silent', name)
}

function forget(projects) {
  for (const info of projects.flatMap(buildInfos)) rmSync(info)
}

/** The package and those its TypeScript settings refer to, by folder. */
function projectsOf(folder, found = []) {
  if (found.includes(folder)) return found
  found.push(folder)
  const { references = [] } = readJson(join(folder, 'tsconfig.json'))
  for (const { path } of references) projectsOf(join(folder, path), found)
  return found
}

function isBuildStale(project) {
  if (!existsSync(join(project, 'dist'))) return true
  const builtAt = Math.max(-1, ...buildInfos(project).map(modified))
  const inputs = [
    join(ROOT, 'tsconfig.base.json'),
    join(project, 'tsconfig.json'),
    ...sourcesIn(join(project, 'src')),
  ]
  return inputs.some((file) => modified(file) > builtAt)
}

function buildInfos(project) {
  return [project, join(project, 'dist')]
    .filter(existsSync)
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((file) => file.endsWith('.tsbuildinfo'))
}

function sourcesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory())
      return entry.name === 'testing' ? [] : sourcesIn(path)
    return entry.name.endsWith('.test.ts') ? [] : [path]
  })
}

function npm(...args) {
  // npm is a script on Windows, which only a shell can start.
  const options = { shell: process.platform === 'win32' }
  run('npm', args, `npm ${args[0]}`, options)
}

function run(command, args, name, { onFailure, ...options } = {}) {
  // All to stderr: stdout belongs to the command that is run afterwards.
  const stdio = ['ignore', 2, 2]
  const result = spawnSync(command, args, { cwd: ROOT, stdio, ...options })
  if (result.status === 0) return
  onFailure?.()
  if (result.error) fail(`${name} did not start: ${result.error.message}`)
  const end = result.signal ?? `exit code ${result.status}`
  fail(`${name} failed (${end}), see above`)
}

/** Milliseconds since the epoch, -1 for what does not exist. */
function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? -1
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`
}

function say(text) {
  console.error(`assay: ${text}`)
}

function fail(text, advice) {
  say(text)
  if (advice) say(advice)
  process.exit(1)
}
