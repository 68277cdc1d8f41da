import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ListRefused } from '../refused.js'
import {
  ADVANCED,
  advancedSample,
  csvSample,
  ETH,
  PARTIES,
  SOL,
  sdnSample,
  sourceOf,
  XBT,
} from '../testing/samples.js'
import { addressesIn } from './csv-set.js'
import { readOfac } from './read-ofac.js'

const xml = (text: string, size?: number) =>
  readOfac(sourceOf('list.xml', { 'list.xml': text }, size))

const csv = ({ sdn, comments }: { sdn: string; comments: string }) =>
  readOfac(
    sourceOf('d/sdn.csv', { 'd/sdn.csv': sdn, 'd/sdn_comments.csv': comments }),
  )

const reasonOf = async (work: Promise<unknown>) => {
  try {
    await work
    return 'taken'
  } catch (error) {
    return error instanceof ListRefused ? error.reason : error
  }
}

const ENTRIES = [
  {
    key: ETH.toLowerCase(),
    family: 'eip155',
    entry: 'ETH, USDC: KIM & SONS (SDN 900); SECOND (SDN 902)',
  },
  { key: XBT, family: 'base58', entry: 'XBT: KIM & SONS (SDN 900)' },
  { key: SOL, family: 'solana', entry: 'SOL: SECOND (SDN 902)' },
  { key: 'r'.repeat(34), family: 'base58', entry: 'NEW: SECOND (SDN 902)' },
]
const SUMMARY =
  '4 addresses; listings ETH 1, XBT 1, USDC 1, SOL 1, NEW 1; new labels NEW'

describe('readOfac', () => {
  test('default: SDN_ADVANCED.XML', async () => {
    expect(await xml(advancedSample())).toEqual({
      entries: ENTRIES,
      published_at: '2026-08-20T00:00:00Z',
      sha256: null,
      parser: 'ofac-advanced-xml/1',
      detail: `${SUMMARY}; 3 parties`,
      doubt: null,
    })
  })

  test('default: SDN.XML', async () => {
    expect(await xml(sdnSample())).toEqual({
      entries: ENTRIES,
      published_at: '2026-08-20T00:00:00Z',
      sha256: null,
      parser: 'ofac-sdn-xml/1',
      detail: `${SUMMARY}; 3 parties`,
      doubt: null,
    })
  })

  test('default: the CSV set', async () => {
    expect(await csv(csvSample())).toEqual({
      entries: ENTRIES,
      published_at: null,
      sha256: null,
      parser: 'ofac-csv/1',
      detail: SUMMARY,
      doubt: null,
    })
  })

  test('behavior: it does not matter where remarks go on in the comments', async () => {
    for (let width = 1; width < 250; width += 3)
      expect((await csv(csvSample(PARTIES, { width }))).entries).toEqual(
        ENTRIES,
      )
  })

  test('behavior: it does not matter how the bytes come', async () => {
    for (const size of [1, 2, 3, 1_000, 100_000])
      expect((await xml(advancedSample(), size)).entries).toEqual(ENTRIES)
  })

  test('behavior: a namespace may have a prefix', async () => {
    const prefixed = advancedSample()
      .replace('xmlns=', 'xmlns:s=')
      .replace(/<(\/?)([A-Z])/g, '<$1s:$2')
    expect((await xml(prefixed)).entries).toEqual(ENTRIES)
  })

  test.each([
    ['http://www.un.org/sanctions/1.0', 'taken'],
    [ADVANCED, 'taken'],
    [`${ADVANCED}/2`, 'unknown_namespace'],
    ['', 'unknown_namespace'],
    ['__proto__', 'unknown_namespace'],
  ])('namespace %j of SDN_ADVANCED.XML: %s', async (namespace, reason) => {
    const text = advancedSample(PARTIES, { namespace })
    expect(await reasonOf(xml(text))).toBe(reason)
  })

  test.each<[string, string, string]>([
    ['nothing', '', 'cut'],
    ['a page', '<!DOCTYPE html><html><body>gone</body></html>', 'unknown_root'],
    ['JSON', '{"error":"gone"}', 'not_well_formed'],
    ['text', 'gone', 'not_well_formed'],
    [
      'SDN.XML of another namespace',
      sdnSample(PARTIES, { namespace: 'x' }),
      'unknown_namespace',
    ],
    [
      'a namespace that changes inside',
      advancedSample().replace(
        '<DistinctParties>',
        '<DistinctParties xmlns="urn:x">',
      ),
      'unknown_namespace',
    ],
    ['no date', advancedSample().replace('<Day>20</Day>', ''), 'no_date'],
    [
      'an impossible date',
      advancedSample(PARTIES, { day: '2026-13-01' }),
      'no_date',
    ],
    [
      'SDN.XML without date',
      sdnSample().replace('08/20/2026', 'August'),
      'no_date',
    ],
    [
      'crossed tags',
      advancedSample().replace('</DistinctParties>', '</DistinctParty>'),
      'not_well_formed',
    ],
    [
      'an entity of its own',
      advancedSample().replace(XBT, '&boom;'),
      'not_well_formed',
    ],
    ['a second root', `${advancedSample()}<more/>`, 'not_well_formed'],
    [
      'nested without end',
      `<Sanctions xmlns="${ADVANCED}">${'<a>'.repeat(100)}`,
      'not_well_formed',
    ],
    [
      'text without end',
      `<Sanctions xmlns="${ADVANCED}">${'a'.repeat(5_000_000)}`,
      'not_well_formed',
    ],
  ])('%s is refused', async (_, text, reason) => {
    expect(await reasonOf(xml(text, 65_536))).toBe(reason)
  })

  test('behavior: no part of an XML file is taken for the whole', async () => {
    for (const whole of [advancedSample().trim(), sdnSample().trim()])
      for (let end = whole.length - 1; end > 0; end -= 13)
        expect(await reasonOf(xml(whole.slice(0, end), 4_096))).not.toBe(
          'taken',
        )
  })

  test('behavior: no part of a CSV file is taken for the whole', async () => {
    const { sdn, comments } = csvSample()
    for (let end = sdn.length - 1; end >= 0; end -= 7) {
      const cut = csv({ sdn: sdn.slice(0, end), comments })
      const doubted = cut.then(
        ({ doubt }) => doubt ?? 'none',
        () => 'refused',
      )
      expect([
        'refused',
        'a file of the set lacks its end mark (0x1A)',
      ]).toContain(await doubted)
    }
  })

  test('behavior: fewer parties than the file declares are a doubt', async () => {
    const doubt = async (declared: number) =>
      (await xml(sdnSample(PARTIES, { declared }))).doubt
    expect(await doubt(3)).toBe(null)
    expect(await doubt(2)).toBe(null)
    expect(await doubt(4)).toBe('3 of 4 parties')
  })

  test('behavior: malformed addresses are counted and kept as they are', async () => {
    const addresses = [
      ['ETH', ETH.slice(0, -1)],
      ['XBT', 'not an address'],
      ['XBT', ''],
      ['XBT', ` ${XBT} `],
    ] as const
    const read = await xml(advancedSample([{ uid: '1', name: 'A', addresses }]))
    expect(read.entries.map(({ key, family }) => `${family}: ${key}`)).toEqual([
      `malformed: ${ETH.slice(0, -1)}`,
      'malformed: not an address',
      `base58: ${XBT}`,
    ])
    expect(read.detail).toBe(
      '3 addresses; listings XBT 3, ETH 1; malformed 3; 1 parties',
    )
  })

  test('behavior: no address at all is no failure of reading', async () => {
    expect((await xml(advancedSample([]))).entries).toEqual([])
  })

  test('behavior: a short file in one piece that is another is refused', async () => {
    const { sdn } = csvSample()
    const files = { 'd/sdn.csv': sdn, 'd/sdn_comments.csv': `${sdn}${sdn}` }
    const whole = sourceOf('d/sdn.csv', files, 1_000_000)
    expect(await reasonOf(readOfac(whole))).toBe('cut')
  })

  test('behavior: a CSV set is named by its first file', async () => {
    const named = (location: string) =>
      reasonOf(readOfac(sourceOf(location, {})))
    expect(await named('addresses.csv')).toBe('not_a_list')
    expect(await named('https://x.test/SDN.CSV?v=1')).toBe('taken')
  })

  test.each([
    ['a row too short', '1,"A",-0- \r\n\u001a', 'cut'],
    ['an open quote', '1,"A', 'cut'],
    ['quotes astray', '1,A"B",x\r\n\u001a', 'not_a_list'],
  ])('CSV: %s is refused', async (_, sdn, reason) => {
    expect(await reasonOf(csv({ sdn, comments: '\u001a' }))).toBe(reason)
  })

  test('property: only ever a ListRefused', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(2_000),
        fc.string({ maxLength: 20 }),
        async (at, inserted) => {
          const whole = advancedSample()
          const text = whole.slice(0, at) + inserted + whole.slice(at)
          expect(await reasonOf(xml(text))).toBeTypeOf('string')
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('addressesIn', () => {
  test('default', () => {
    expect(
      addressesIn(
        `DOB 1970; Digital Currency Address - XBT ${XBT}; alt. Digital Currency Address - xmr 4A; Linked To: X.`,
      ),
    ).toEqual([
      { asset: 'XBT', address: XBT },
      { asset: 'XMR', address: '4A' },
    ])
  })
})
