// Runs the contract of settlement engines against a cluster of two ClickHouse
// servers, which it starts on free ports of loopback in a folder of its own and
// ends again. Skips with a line when no clickhouse-server is installed; with
// ASSAY_CLICKHOUSE (URLs, separated by commas) it asks those servers instead.
import { spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const SERVERS = 2
const START_MS = 60_000
const TEST = 'packages/assay/src/settlements/clickhouse'

const USERS = `<yandex>
  <profiles><default><max_threads>2</max_threads><max_query_size>67108864</max_query_size></default></profiles>
  <users><default><password></password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota></default></users>
  <quotas><default></default></quotas>
</yandex>
`

const binary = findBinary()
if (process.env.ASSAY_CLICKHOUSE)
  process.exit(runTests(process.env.ASSAY_CLICKHOUSE))
if (binary === undefined) {
  console.log(
    'skipped: clickhouse-server is not installed. On Debian: apt-get install -y --no-install-recommends clickhouse-server; or name running servers in ASSAY_CLICKHOUSE',
  )
  process.exit(0)
}

const folder = mkdtempSync(join(tmpdir(), 'assay-clickhouse-'))
const children = []
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    for (const child of children) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
    process.exit(1)
  })
let status = 1
try {
  const ports = await freePorts(3 * SERVERS)
  const places = Array.from({ length: SERVERS }, (_, i) => ({
    folder: join(folder, `shard-${i + 1}`),
    http: ports[3 * i],
    tcp: ports[3 * i + 1],
    between: ports[3 * i + 2],
  }))
  for (const place of places) children.push(start(binary, place, places))
  for (const [i, place] of places.entries())
    await untilReady(place, children[i])
  const urls = places.map(({ http }) => `http://127.0.0.1:${http}`)
  console.log(
    `clickhouse: ${await ask(urls[0], 'SELECT version()')} on ${urls.join(' and ')}`,
  )
  status = runTests(urls.join(','))
} catch (error) {
  console.error(error.message)
} finally {
  await Promise.all(children.map(stop))
  rmSync(folder, { recursive: true, force: true })
}
process.exit(status)

function findBinary() {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/sbin',
    '/usr/bin',
  ]
  for (const name of ['clickhouse-server', 'clickhouse'])
    for (const path of folders.map((one) => join(one, name)))
      if (existsSync(path))
        return name === 'clickhouse' ? [path, 'server'] : [path]
  return undefined
}

function runTests(urls) {
  const run = spawnSync(
    'npx',
    ['vitest', 'run', TEST, ...process.argv.slice(2)],
    {
      stdio: 'inherit',
      env: { ...process.env, ASSAY_CLICKHOUSE: urls },
    },
  )
  return run.status ?? 1
}

function start([command, ...args], place, places) {
  mkdirSync(join(place.folder, 'data'), { recursive: true })
  const config = join(place.folder, 'config.xml')
  writeFileSync(join(place.folder, 'users.xml'), USERS)
  writeFileSync(config, configOf(place, places))
  return spawn(command, [...args, `--config-file=${config}`], {
    cwd: place.folder,
    stdio: 'ignore',
  })
}

// The old root element: version 18 knows no other, today's takes it too.
function configOf({ folder: home, http, tcp, between }, places) {
  const shards = places.map(
    (one) =>
      `<shard><replica><host>127.0.0.1</host><port>${one.tcp}</port></replica></shard>`,
  )
  return `<yandex>
  <logger><level>warning</level><log>${home}/server.log</log><errorlog>${home}/errors.log</errorlog></logger>
  <http_port>${http}</http_port>
  <tcp_port>${tcp}</tcp_port>
  <interserver_http_port>${between}</interserver_http_port>
  <listen_host>127.0.0.1</listen_host>
  <path>${home}/data/</path>
  <tmp_path>${home}/tmp/</tmp_path>
  <format_schema_path>${home}/schemas/</format_schema_path>
  <users_config>${home}/users.xml</users_config>
  <default_profile>default</default_profile>
  <default_database>default</default_database>
  <mark_cache_size>268435456</mark_cache_size>
  <remote_servers><two>${shards.join('')}</two></remote_servers>
</yandex>
`
}

async function untilReady({ http, folder: home }, child) {
  const until = Date.now() + START_MS
  while (Date.now() < until) {
    if (child.exitCode !== null)
      throw new Error(
        `clickhouse-server ended by itself; see ${home}/errors.log`,
      )
    const answer = await ask(`http://127.0.0.1:${http}`, 'SELECT 1').catch(
      () => '',
    )
    if (answer === '1') return
    await sleep(200)
  }
  throw new Error(
    `clickhouse-server was not ready within ${START_MS / 1_000} s`,
  )
}

async function ask(url, query) {
  const response = await fetch(`${url}/?query=${encodeURIComponent(query)}`)
  return (await response.text()).trim()
}

async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const hard = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await ended
  clearTimeout(hard)
}

async function freePorts(count) {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise((resolve, reject) => {
          const server = createServer()
          server.once('error', reject)
          server.listen(0, '127.0.0.1', () => resolve(server))
        }),
    ),
  )
  const ports = servers.map((server) => server.address().port)
  await Promise.all(
    servers.map((server) => new Promise((resolve) => server.close(resolve))),
  )
  return ports
}
