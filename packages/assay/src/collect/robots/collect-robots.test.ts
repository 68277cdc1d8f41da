import { describe, expect, test } from 'vitest'
import { fetchFrom, testFetch } from '../testing/network.js'
import { closedPort, httpServer, rawServer } from '../testing/servers.js'
import { collectRobots, ROBOTS_REDIRECTS } from './collect-robots.js'
import { type RobotsData, rulesOf } from './robots-data.js'

const NOW = Date.UTC(2026, 10, 30, 12)

describe('collectRobots', () => {
  test('default: the body of a 200', async () => {
    const server = await httpServer((request, response) => {
      expect(request.url).toBe('/robots.txt')
      response.end('User-agent: *\nDisallow: /x')
    })
    const data = await collectFrom(server)
    expect(data).toEqual({
      url: `${server.url}/robots.txt`,
      final_url: `${server.url}/robots.txt`,
      access: 'rules',
      status: 200,
      code: null,
      address: { ip: '127.0.0.1', family: 4, port: server.port },
      redirects: [],
      body_base64: Buffer.from('User-agent: *\nDisallow: /x').toString(
        'base64',
      ),
      body_truncated: false,
      retry_after_s: null,
    })
    expect(rulesOf(data).allows(`${server.url}/x`)).toBe(false)
    expect(rulesOf(data).allows(`${server.url}/y`)).toBe(true)
  })

  test.each([
    [204, 'rules', true],
    [304, 'unavailable', true],
    [401, 'unavailable', true],
    [403, 'unavailable', true],
    [404, 'unavailable', true],
    [410, 'unavailable', true],
    [429, 'unreachable', false],
    [500, 'unreachable', false],
    [503, 'unreachable', false],
  ])('behavior: status %i is %s', async (status, access, allowed) => {
    const server = await httpServer((_, response) => {
      response.writeHead(status).end()
    })
    const data = await collectFrom(server)
    expect(data).toMatchObject({ access, status })
    expect(rulesOf(data).allows(`${server.url}/x`)).toBe(allowed)
  })

  test('behavior: no server, no name, no end: unreachable', async () => {
    const port = await closedPort()
    const closed = testFetch({ allowHosts: [`127.0.0.1:${port}`] })
    const ask = { ask: closed, now: () => NOW }
    expect(await collectRobots(`http://127.0.0.1:${port}`, ask)).toMatchObject({
      access: 'unreachable',
      status: null,
      code: 'connection_refused',
    })
    expect(await collectRobots('https://gone.example', ask)).toMatchObject({
      access: 'unreachable',
      code: 'dns_not_found',
    })
    const cut = await rawServer((socket) => {
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nUser-agent: *')
    })
    expect(await collectFrom(cut)).toMatchObject({
      access: 'unreachable',
      status: 200,
      code: 'body_cut',
      body_base64: '',
    })
  })

  test('behavior: what we refuse to connect to is not asked', async () => {
    const tools = { ask: testFetch(), now: () => NOW }
    expect(await collectRobots('http://10.0.0.1', tools)).toMatchObject({
      access: 'refused',
      code: 'address',
    })
  })

  test('behavior: five redirects are followed, a sixth makes it unavailable', async () => {
    const chain = async (length: number) => {
      const asked: string[] = []
      const server = await httpServer((request, response) => {
        asked.push(request.url ?? '')
        if (asked.length <= length)
          response.writeHead(302, { location: `/${asked.length}` }).end()
        else response.end('User-agent: *\nDisallow: /')
      })
      return { data: await collectFrom(server), asked }
    }
    const five = await chain(ROBOTS_REDIRECTS)
    expect(five.data).toMatchObject({ access: 'rules', status: 200 })
    expect(five.data.redirects).toHaveLength(5)
    expect(five.asked).toHaveLength(6)
    const six = await chain(ROBOTS_REDIRECTS + 1)
    expect(six.data).toMatchObject({
      access: 'unavailable',
      status: 302,
      code: 'too_many_redirects',
    })
    expect(six.asked).toHaveLength(6)
  })

  test('behavior: a redirect to a private address is the server’s failure', async () => {
    const server = await httpServer((_, response) => {
      response.writeHead(301, { location: 'http://10.0.0.1/robots.txt' }).end()
    })
    expect(await collectFrom(server)).toMatchObject({
      access: 'unreachable',
      code: 'address',
    })
  })

  test('behavior: of more than 500 KiB the whole lines count', async () => {
    const filler = '# nothing\n'.repeat(51_199)
    const server = await httpServer((_, response) => {
      response.end(`${filler}User-agent: *\nDisallow: /x\nDisallow: /y`)
    })
    const data = await collectFrom(server)
    expect(data).toMatchObject({ access: 'rules', body_truncated: true })
    // The cap falls into the line of the agent.
    expect(rulesOf(data).allows(`${server.url}/x`)).toBe(true)
    const text = 'User-agent: *\nDisallow: /abc'
    const cut = { ...data, body_base64: Buffer.from(text).toString('base64') }
    expect(rulesOf(cut).allows(`${server.url}/abc`)).toBe(true)
    const oneLine = { ...cut, body_base64: Buffer.from('x').toString('base64') }
    expect(rulesOf(oneLine).allows(`${server.url}/abc`)).toBe(true)
  })

  test.each([
    ['120', 120],
    [' 7 ', 7],
    ['1000000000', 999_999_999],
    ['9'.repeat(400), 999_999_999],
    ['Mon, 30 Nov 2026 12:01:00 GMT', 60],
    ['Monday, 30-Nov-26 12:01:00 GMT', 60],
    ['Mon Nov 30 12:01:00 2026', 60],
    ['Mon, 30 Nov 2020 12:01:00 GMT', 0],
    ['Mon, 99 Nov 2026 12:01:00 GMT', null],
    ['soon', null],
    ['-1', null],
    ['1.5', null],
  ])('behavior: Retry-After %s', async (text, seconds) => {
    const server = await httpServer((_, response) => {
      response.writeHead(503, { 'retry-after': text }).end()
    })
    expect((await collectFrom(server)).retry_after_s).toBe(seconds)
  })
})

function collectFrom(
  server: Parameters<typeof fetchFrom>[0][number],
): Promise<RobotsData> {
  return collectRobots(server.url, {
    ask: fetchFrom([server]),
    now: () => NOW,
  })
}
