import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Runs the checks of @modelcontextprotocol/conformance that apply to a server
// of tools and resources against `assay serve`. The others ask for fixtures of
// the reference server (its images, prompts, sampling). The package needs
// Node 22 or newer; NODE22 names such a binary where this one is older.

const SCENARIOS = [
  'server-initialize',
  'ping',
  'tools-list',
  'tools-call-error',
  'server-sse-multiple-streams',
  'resources-list',
  'dns-rebinding-protection',
]

const node = process.env.NODE22 ?? process.execPath
const { stdout: version } = spawnSync(node, ['--version'], { encoding: 'utf8' })
if (Number(/^v(\d+)/.exec(version ?? '')?.[1]) < 22) {
  console.log(
    'skipped: the conformance package needs Node 22 or newer (NODE22=/path/to/node)',
  )
  process.exit(0)
}

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'assay-mcp-'))
const server = spawn(
  process.execPath,
  [
    join(root, 'packages/assay/bin/assay.js'),
    ...['serve', '--port', '0', '--no-crawl', '--db', join(folder, 'a.db')],
  ],
  {
    env: { ...process.env, ASSAY_LOG: 'silent', XDG_DATA_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  },
)
try {
  const url = await listening(server)
  for (const scenario of SCENARIOS) run(scenario, `${url}/mcp`)
} finally {
  server.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
}

function run(scenario, url) {
  const tool = join(
    root,
    'node_modules/@modelcontextprotocol/conformance/dist/index.js',
  )
  const { status, stdout } = spawnSync(
    node,
    [tool, 'server', '--url', url, '--scenario', scenario],
    { encoding: 'utf8', cwd: folder, timeout: 60_000 },
  )
  console.log(`${status === 0 ? 'passed' : 'FAILED'}  ${scenario}`)
  if (status === 0) return
  console.error(stdout)
  process.exitCode = 1
}

function listening({ stderr }) {
  return new Promise((resolve, reject) => {
    let said = ''
    stderr.setEncoding('utf8')
    stderr.on('data', (text) => {
      said += text
      const url = /listening on (\S+)/.exec(said)?.[1]
      if (url !== undefined) resolve(url)
    })
    stderr.once('close', () => reject(new Error(`no server: ${said}`)))
  })
}
