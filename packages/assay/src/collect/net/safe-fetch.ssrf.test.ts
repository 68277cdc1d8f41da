import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  fetchFrom,
  namesOf,
  recordingDialer,
  testFetch,
} from '../testing/network.js'
import { httpServer } from '../testing/servers.js'
import type { Dialer } from './dial.js'
import type { FetchResult } from './fetch-types.js'
import type { NameResolver } from './resolver.js'

const noDialer: Dialer = ({ ip }) => {
  throw new Error(`a connection to ${ip} was tried`)
}

function told(result: FetchResult): string {
  return result.outcome === 'response'
    ? `response ${result.status}`
    : `${result.outcome} ${result.code}`
}

describe('safeFetch: addresses', () => {
  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://0x7f.0.0.1/',
    'http://0/',
    'http://169.254.169.254/',
    'http://169.254.169.254./',
    'http://100.64.0.1/',
    'http://192.168.0.1/',
    'http://172.16.0.1/',
    'http://192.0.0.192/',
    'http://198.18.0.1/',
    'http://255.255.255.255/',
    'http://224.0.0.1/',
    'http://[::]/',
    'http://[::1]/',
    'http://[::127.0.0.1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b::169.254.169.254]/',
    'http://[64:ff9b:1::1]/',
    'http://[2002:7f00:1::]/',
    'http://[2002:a9fe:a9fe::1]/',
    'http://[2001:0:7f00:1:0:0:80ff:fffe]/',
    'http://[fe80::1]/',
    'http://[fec0::1]/',
    'http://[fd00:ec2::254]/',
    'http://[ff02::1]/',
    'http://[2001:db8::1]/',
    'http://①②⑦.⓪.⓪.①/',
    'http://169。254。169。254/',
  ])('%s is refused', async (url) => {
    const result = await testFetch({ dialer: noDialer })({ url })
    expect(told(result)).toBe('refused address')
  })

  test.each([
    ['A', ['127.0.0.1']],
    ['AAAA', ['::1']],
    ['mixed, the bad one last', ['8.8.8.8', '2606:4700::1111', '10.0.0.1']],
    ['mixed families', ['8.8.8.8', 'fd00::1']],
    ['mapped', ['::ffff:10.0.0.1']],
    ['NAT64', ['64:ff9b::a00:1']],
    ['6to4', ['2002:a00:1::1']],
    ['a zone', ['fe80::1%eth0']],
    ['a public address with a zone', ['2606:4700::1111%eth0']],
    ['no address at all', ['evil']],
    ['a decimal address', ['2130706433']],
  ])('behavior: a name that resolves to %s is refused', async (_, answers) => {
    const resolver = namesOf({ 'a.example': answers })
    const fetch = testFetch({ resolver, dialer: noDialer })
    const result = await fetch({ url: 'https://a.example/' })
    expect(told(result)).toBe('refused address')
  })

  test('behavior: IPv4 first, and exactly a checked address', async () => {
    const server = await httpServer((request, answer) => {
      answer.end(request.headers.host)
    })
    const { dialer, dialled } = recordingDialer(server)
    const resolver = namesOf({ 'a.example': ['2606:4700::1111', '8.8.8.8'] })
    const fetch = testFetch({ resolver, dialer })
    const result = await fetch({ url: 'http://A.example:8080/' })
    expect(dialled).toEqual([
      { protocol: 'http:', ip: '8.8.8.8', port: 8080, host: 'a.example' },
    ])
    expect(result.peer).toEqual({ ip: '8.8.8.8', family: 4, port: 8080 })
  })

  test('behavior: a public address in the URL is dialled as it is', async () => {
    const server = await httpServer(({ headers }, answer) => {
      answer.writeHead(200, { 'x-host': headers.host }).end()
    })
    const { dialer, dialled } = recordingDialer(server)
    const result = await testFetch({ dialer })({
      url: 'http://[2606:4700:0::1111]:8080/',
    })
    expect(result).toMatchObject({
      peer: { ip: '2606:4700::1111', family: 6, port: 8080 },
      headers: expect.arrayContaining([['x-host', '[2606:4700::1111]:8080']]),
    })
    expect(dialled.map(({ ip }) => ip)).toEqual(['2606:4700::1111'])
  })

  test('behavior: rebinding: the name is resolved once, the checked address dialled', async () => {
    let asked = 0
    const resolver: NameResolver = async () => {
      asked++
      const address = asked === 1 ? '8.8.8.8' : '127.0.0.1'
      return [{ address, family: 4 }]
    }
    const server = await httpServer((_, answer) => answer.end())
    const { dialer, dialled } = recordingDialer(server)
    const fetch = testFetch({ resolver, dialer })
    expect(told(await fetch({ url: 'http://a.example/' }))).toBe('response 200')
    expect([asked, dialled.map(({ ip }) => ip)]).toEqual([1, ['8.8.8.8']])
    // The next fetch sees the new answer and refuses it.
    expect(told(await fetch({ url: 'http://a.example/' }))).toBe(
      'refused address',
    )
    expect(dialled).toHaveLength(1)
  })
})

describe('safeFetch: the allow list', () => {
  test('behavior: exactly that target', async () => {
    const server = await httpServer((_, answer) => answer.end())
    const other = await httpServer((_, answer) => answer.end())
    const fetch = fetchFrom([server])
    expect(told(await fetch({ url: server.url }))).toBe('response 200')
    expect(told(await fetch({ url: other.url }))).toBe('refused address')
    const named = `http://localhost:${server.port}/`
    expect(told(await fetch({ url: named }))).toBe('refused local_name')
  })

  test('behavior: a name on the list may be private', async () => {
    const server = await httpServer((_, answer) => answer.end())
    const fetch = testFetch({
      allowHosts: [`seller.test:${server.port}`],
      resolver: namesOf({ 'seller.test': ['127.0.0.1'] }),
    })
    const url = `http://seller.test:${server.port}/`
    expect(told(await fetch({ url }))).toBe('response 200')
    const zone = testFetch({
      allowHosts: [`seller.test:${server.port}`],
      resolver: namesOf({ 'seller.test': ['fe80::1%lo'] }),
      dialer: noDialer,
    })
    expect(told(await zone({ url }))).toBe('refused address')
  })
})

describe('safeFetch: redirects', () => {
  const names = namesOf({
    'a.example': ['8.8.8.8'],
    'b.example': ['8.8.4.4'],
    'private.example': ['10.0.0.1'],
  })

  async function chain(locations: Readonly<Record<string, string>>) {
    const seen: string[] = []
    const server = await httpServer((request, answer) => {
      const at = `${request.headers.host}${request.url}`
      seen.push(`${at} ${request.headers['x-note'] ?? ''}`.trim())
      const location = locations[at]
      if (location === undefined) answer.end('here')
      else answer.writeHead(302, { location }).end('moved')
    })
    const { dialer, dialled } = recordingDialer(server)
    return {
      fetch: testFetch({ resolver: names, dialer }),
      seen,
      dialled,
      server,
    }
  }

  test('behavior: up to three, each resolved and dialled anew', async () => {
    const { fetch, seen, dialled } = await chain({
      'a.example/1': '/2',
      'a.example/2': 'http://b.example/3',
      'b.example/3': 'http://a.example/4',
    })
    const headers = { 'x-note': 'mine' }
    const result = await fetch({ url: 'http://a.example/1', headers })
    expect(told(result)).toBe('response 200')
    expect(result.url).toBe('http://a.example/4')
    const google = { ip: '8.8.8.8', family: 4, port: 80 }
    expect(result.hops).toEqual([
      {
        status: 302,
        from: 'http://a.example/1',
        to: 'http://a.example/2',
        crossOrigin: false,
        peer: google,
      },
      {
        status: 302,
        from: 'http://a.example/2',
        to: 'http://b.example/3',
        crossOrigin: true,
        peer: google,
      },
      {
        status: 302,
        from: 'http://b.example/3',
        to: 'http://a.example/4',
        crossOrigin: true,
        peer: { ...google, ip: '8.8.4.4' },
      },
    ])
    expect(seen).toEqual([
      'a.example/1 mine',
      'a.example/2 mine',
      'b.example/3',
      'a.example/4',
    ])
    expect(dialled.map(({ ip }) => ip)).toEqual([
      '8.8.8.8',
      '8.8.8.8',
      '8.8.4.4',
      '8.8.8.8',
    ])
  })

  test('behavior: the fourth is the answer', async () => {
    const { fetch, seen } = await chain({ 'a.example/': '/' })
    const result = await fetch({ url: 'http://a.example/', maxRedirects: 99 })
    expect(result).toMatchObject({ status: 302, redirectStopped: 'too_many' })
    expect(seen).toHaveLength(4)
    const none = await fetch({ url: 'http://a.example/', maxRedirects: 0 })
    expect(none).toMatchObject({ redirectStopped: 'too_many', hops: [] })
  })

  test.each([
    ['http://127.0.0.1/', 'refused address'],
    ['http://169.254.169.254/latest/', 'refused address'],
    ['http://[::ffff:10.0.0.1]/', 'refused address'],
    ['http://private.example/', 'refused address'],
    ['http://localhost/', 'refused local_name'],
    ['http://user@b.example/', 'refused userinfo'],
    ['http://b.example:22/', 'refused port'],
    ['file:///etc/passwd', 'refused scheme'],
    ['gopher://b.example/', 'refused scheme'],
    ['http://nowhere.example/', 'unreachable dns_not_found'],
  ])('behavior: to %s after two good hops', async (location, expected) => {
    const { fetch, dialled } = await chain({
      'a.example/': 'http://b.example/',
      'b.example/': location,
    })
    const result = await fetch({ url: 'http://a.example/' })
    expect(told(result)).toBe(expected)
    expect(result.hops).toHaveLength(2)
    expect(dialled).toHaveLength(2)
  })

  test('behavior: from https to http', async () => {
    const { server } = await chain({ 'a.example/': 'http://b.example/' })
    // TLS is not the point here: every connection is taken for secure.
    const { dialer, dialled } = recordingDialer(server)
    const plain: Dialer = (target, signal) =>
      dialer({ ...target, protocol: 'http:' }, signal)
    const fetch = testFetch({ resolver: names, dialer: plain })
    const result = await fetch({ url: 'https://a.example/' })
    expect(told(result)).toBe('refused https_downgrade')
    expect(dialled).toHaveLength(1)
  })

  test('behavior: a stranger does not lead to an allowed target, an allowed one does', async () => {
    const inner = await httpServer((_, answer) => answer.end('inner'))
    const outer = await httpServer((_, answer) => {
      answer.writeHead(307, { location: inner.url }).end()
    })
    const { dialer } = recordingDialer(outer)
    const stranger = fetchFrom([inner], { resolver: names, dialer })
    const refusedThere = await stranger({ url: 'http://a.example/' })
    expect(told(refusedThere)).toBe('refused address')
    const own = fetchFrom([inner, outer])
    expect(told(await own({ url: outer.url }))).toBe('response 200')
  })

  test('behavior: a body does not go to another origin', async () => {
    const server = await httpServer((_, answer) => {
      answer.writeHead(308, { location: 'https://b.example/' }).end()
    })
    const fetch = fetchFrom([server])
    const result = await fetch({ url: server.url, method: 'POST', body: '{}' })
    expect(result).toMatchObject({
      status: 308,
      redirectStopped: 'body_to_other_origin',
    })
  })
})

const corpus = process.env['ASSAY_CORPUS'] ?? ''
const fixtures = join(corpus, 'urls/derived/ssrf-fixture-strings.json')
const hasCorpus = corpus !== '' && existsSync(fixtures)

describe.skipIf(!hasCorpus)(
  'safeFetch: the SSRF corpus (needs ASSAY_CORPUS)',
  () => {
    const lists = hasCorpus ? JSON.parse(readFileSync(fixtures, 'utf8')) : {}
    const blocked: string[] = [
      ...(lists.ssrfcheck?.mustBlock ?? []),
      ...(lists['ssrf-req-filter']?.mustBlock ?? []),
    ]
    const passing: string[] = [
      ...(lists.ssrfcheck?.mustPass ?? []),
      ...(lists['ssrf-req-filter']?.mustPass ?? []),
    ]

    test('behavior: every must-block string, as it is and with a scheme', async () => {
      // The worst resolver there is: every name is somewhere inside.
      const resolver: NameResolver = async () => [
        { address: '10.0.0.1', family: 4 },
      ]
      const fetch = testFetch({ resolver, dialer: noDialer })
      const open: string[] = []
      for (const text of blocked)
        for (const url of [text, `http://${text}`, `https://${text}`]) {
          const { outcome } = await fetch({ url })
          if (outcome !== 'refused') open.push(url)
        }
      expect(blocked.length).toBeGreaterThan(250)
      expect(open).toEqual([])
    })

    test('behavior: every payload URL', async () => {
      const file = join(corpus, 'urls/derived/ssrf-payload-urls.txt')
      const resolver: NameResolver = async () => [
        { address: '::ffff:169.254.169.254', family: 6 },
      ]
      const fetch = testFetch({ resolver, dialer: noDialer })
      const open: string[] = []
      for (const line of readFileSync(file, 'utf8').split('\n')) {
        const url = line.split(' ')[0] ?? ''
        if (!url.includes('://')) continue
        const { outcome } = await fetch({ url })
        if (outcome !== 'refused') open.push(url)
      }
      expect(open).toEqual([])
    })

    test('behavior: every must-pass string gets as far as a connection', async () => {
      const resolver: NameResolver = async () => [
        { address: '8.8.8.8', family: 4 },
      ]
      const stopped = Object.assign(new Error(), { code: 'EHOSTUNREACH' })
      const fetch = testFetch({
        resolver,
        dialer: () => Promise.reject(stopped),
      })
      const refusals: string[] = []
      for (const text of passing) {
        const url = text.includes('://') ? text : `https://${text}`
        const result = await fetch({ url })
        if (told(result) !== 'unreachable network_unreachable')
          refusals.push(`${text}: ${told(result)}`)
      }
      expect(passing.length).toBeGreaterThan(60)
      expect(refusals).toEqual([])
    })

    test('behavior: addresses said to be public or not', async () => {
      const dialer: Dialer = () =>
        Promise.reject(Object.assign(new Error(), { code: 'EHOSTUNREACH' }))
      const fetch = testFetch({ dialer })
      const refusals: string[] = []
      for (const ip of lists.ssrfcheck.validIps as string[]) {
        const { outcome } = await fetch({ url: `http://${ip}/` })
        if (outcome === 'refused') refusals.push(ip)
      }
      expect(refusals).toEqual([])
    })
  },
)
