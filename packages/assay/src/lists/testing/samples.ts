import type { ListPart, ListSource } from '../reading.js'

/** A party as the samples write it, in each of OFAC's forms. */
export type SampleParty = {
  readonly uid: string
  readonly name: string
  readonly addresses: readonly (readonly [asset: string, address: string])[]
}

export const ADVANCED =
  'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/ADVANCED_XML'
export const ETH = '0x8589427373D6D84E98730D7795D8f6f8731FDA16'
export const XBT = '12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h'
export const SOL = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

export const PARTIES: readonly SampleParty[] = [
  {
    uid: '900',
    name: 'KIM & SONS',
    addresses: [
      ['ETH', ETH],
      ['XBT', XBT],
    ],
  },
  { uid: '901', name: 'NO CRYPTO', addresses: [] },
  {
    uid: '902',
    name: 'SECOND',
    addresses: [
      ['USDC', ETH.toLowerCase()],
      ['SOL', SOL],
      ['NEW', 'r'.repeat(34)],
    ],
  },
]

/** A party with this many addresses, all different. */
export function many(count: number): SampleParty[] {
  const addresses = Array.from(
    { length: count },
    (_, i) => ['ETH', `0x${i.toString(16).padStart(40, '0')}`] as const,
  )
  return [{ uid: '1', name: 'MANY', addresses }]
}

/** SDN_ADVANCED.XML. */
export function advancedSample(
  parties: readonly SampleParty[] = PARTIES,
  { namespace = ADVANCED, day = '2026-8-20' } = {},
): string {
  const [year, month, date] = day.split('-')
  const assets = [
    ...new Set(parties.flatMap(({ addresses }) => addresses.map(([a]) => a))),
  ]
  const types = assets.map(
    (asset, i) =>
      `<FeatureType ID="${100 + i}" FeatureTypeGroupID="1">Digital Currency Address - ${asset}</FeatureType>`,
  )
  const entries = parties.map(({ uid, name, addresses }) => {
    const features = addresses.map(
      ([asset, address]) =>
        `<Feature ID="1" FeatureTypeID="${100 + assets.indexOf(asset)}"><FeatureVersion ID="1"><Comment/><VersionDetail DetailTypeID="1432">${address}</VersionDetail></FeatureVersion></Feature>`,
    )
    return `<DistinctParty FixedRef="${uid}"><Comment/><Profile ID="${uid}" PartySubTypeID="3"><Identity ID="1" FixedRef="${uid}" Primary="true">${alias('ALSO', 'false')}${alias(name, 'true')}${alias('OTHER SCRIPT', 'true')}</Identity><Feature ID="1" FeatureTypeID="25"><FeatureVersion ID="1"><VersionDetail>${XBT}</VersionDetail></FeatureVersion></Feature>${features.join('')}</Profile></DistinctParty>`
  })
  return `<?xml version="1.0" encoding="utf-8"?>
<Sanctions xmlns="${namespace}" Version="3">
  <DateOfIssue CalendarTypeID="1"><Year>${year}</Year><Month>${month}</Month><Day>${date}</Day></DateOfIssue>
  <ReferenceValueSets><FeatureTypeValues><FeatureType ID="25">Location</FeatureType>${types.join('')}</FeatureTypeValues></ReferenceValueSets>
  <DistinctParties>
${entries.join('\n')}
  </DistinctParties>
</Sanctions>
`
}

/** SDN.XML. */
export function sdnSample(
  parties: readonly SampleParty[] = PARTIES,
  {
    namespace = 'http://tempuri.org/sdnList.xsd',
    declared = parties.length,
  } = {},
): string {
  const entries = parties.map(({ uid, name, addresses }) => {
    const ids = addresses.map(
      ([asset, address], i) =>
        `<id><uid>${i}</uid><idType>Digital Currency Address - ${asset}</idType><idNumber>${address}</idNumber></id>`,
    )
    return `<sdnEntry><uid>${uid}</uid><lastName>${escaped(name)}</lastName><sdnType>Entity</sdnType><idList><id><uid>9</uid><idType>Website</idType><idNumber>example.com</idNumber></id>${ids.join('')}</idList><akaList><aka><uid>7</uid><lastName>ALSO</lastName></aka></akaList></sdnEntry>`
  })
  return `<?xml version="1.0" standalone="yes"?>
<sdnList xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns="${namespace}">
  <publshInformation><Publish_Date>08/20/2026</Publish_Date><Record_Count>${declared}</Record_Count></publshInformation>
${entries.join('\n')}
</sdnList>
`
}

/** SDN.CSV and SDN_COMMENTS.CSV: remarks over `width` go on in the second. */
export function csvSample(
  parties: readonly SampleParty[] = PARTIES,
  { width = 60, end = '\u001a' } = {},
): { readonly sdn: string; readonly comments: string } {
  const remarks = parties.map(({ addresses }) =>
    [
      'DOB 1 Jan 1970',
      ...addresses.map(
        ([asset, address], i) =>
          `${i > 0 ? 'alt. ' : ''}Digital Currency Address - ${asset} ${address}`,
      ),
    ]
      .join('; ')
      .concat('.'),
  )
  const sdn = parties.map(
    ({ uid, name }, i) =>
      `${uid},"${name}",-0- ,"CYBER2",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"${remarks[i]?.slice(0, width)}"`,
  )
  const comments = parties.flatMap(({ uid }, i) => {
    const rest = remarks[i]?.slice(width) ?? ''
    return rest === '' ? [] : [`${uid},"${rest}"`]
  })
  const file = (lines: string[]) => `${lines.join('\r\n')}\r\n${end}`
  return { sdn: file(sdn), comments: file(comments) }
}

/** A source of texts by their locations, handed on in pieces of `size`. */
export function sourceOf(
  location: string,
  files: Readonly<Record<string, string>>,
  size = 7,
): ListSource {
  return {
    location,
    async read(use, beside) {
      const at = beside === undefined ? location : beside(location)
      const bytes = Buffer.from(files[at] ?? '')
      async function* chunks() {
        for (let from = 0; from < bytes.length; from += size)
          yield bytes.subarray(from, from + size)
      }
      const part: ListPart = { chunks: chunks(), last_modified: null }
      return use(part)
    },
  }
}

function alias(name: string, primary: string): string {
  const parts = escaped(name)
    .split(' ')
    .map(
      (part) =>
        `<DocumentedNamePart><NamePartValue NamePartGroupID="1">${part}</NamePartValue></DocumentedNamePart>`,
    )
  return `<Alias FixedRef="1" AliasTypeID="1403" Primary="${primary}" LowQuality="false"><DocumentedName ID="1">${parts.join('')}</DocumentedName></Alias>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;')
}
