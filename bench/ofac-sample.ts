import { Buffer } from 'node:buffer'

const NAMESPACE =
  'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/ADVANCED_XML'
const ASSETS = 'XBT ETH USDT TRX SOL'.split(' ')
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/**
 * A made-up SDN_ADVANCED.XML of at least `bytes` bytes in chunks of about 64
 * KiB: the same for the same seed. Every twentieth party has addresses.
 */
export async function* ofacSample(
  bytes: number,
  seed = 1,
): AsyncGenerator<Uint8Array> {
  const random = createRandom(seed)
  let text = head()
  let size = 0
  for (let uid = 1; size + text.length < bytes; uid++) {
    text += party(uid, random)
    if (text.length < 65_536) continue
    size += text.length
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(`${text}</DistinctParties></Sanctions>\n`)
}

type Random = (below: number) => number

function createRandom(seed: number): Random {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function head(): string {
  const types = ASSETS.map(
    (asset, i) =>
      `<FeatureType ID="${344 + i}" FeatureTypeGroupID="1">Digital Currency Address - ${asset}</FeatureType>`,
  )
  return `<?xml version="1.0" encoding="utf-8"?><Sanctions xmlns="${NAMESPACE}" Version="3"><DateOfIssue CalendarTypeID="1"><Year>2026</Year><Month>11</Month><Day>27</Day></DateOfIssue><ReferenceValueSets><FeatureTypeValues><FeatureType ID="25">Location</FeatureType>${types.join('')}</FeatureTypeValues></ReferenceValueSets><DistinctParties>\n`
}

function party(uid: number, random: Random): string {
  const aliases = Array.from({ length: 1 + random(4) }, (_, i) =>
    alias(`PARTY ${uid} ${random(1e6)}`, i === 0),
  )
  const addresses = uid % 20 === 0 ? 1 + random(5) : 0
  const features = Array.from({ length: addresses }, () => feature(random))
  return `    <DistinctParty FixedRef="${uid}">
      <Comment />
      <Profile ID="${uid}" PartySubTypeID="${3 + random(2)}">
        <Identity ID="${uid}1" FixedRef="${uid}" Primary="true" False="false">
${aliases.join('\n')}
        </Identity>
        <Feature ID="${uid}2" FeatureTypeID="25">
          <FeatureVersion ID="${uid}3" ReliabilityID="1"><Comment /><VersionLocation LocationID="${random(1e5)}" /></FeatureVersion>
          <IdentityReference IdentityID="${uid}1" IdentityFeatureLinkTypeID="1" />
        </Feature>
${features.join('\n')}
      </Profile>
    </DistinctParty>
`
}

function alias(name: string, primary: boolean): string {
  const parts = name
    .split(' ')
    .map(
      (part, i) =>
        `              <DocumentedNamePart><NamePartValue NamePartGroupID="${i}" ScriptID="215" ScriptStatusID="1" Acronym="false">${part}</NamePartValue></DocumentedNamePart>`,
    )
  return `          <Alias FixedRef="1" AliasTypeID="1403" Primary="${primary}" LowQuality="false">
            <DocumentedName ID="1" FixedRef="1" DocNameStatusID="1">
${parts.join('\n')}
            </DocumentedName>
          </Alias>`
}

function feature(random: Random): string {
  const at = random(ASSETS.length)
  const address = ASSETS[at] === 'ETH' ? hex(random) : base58(random)
  return `        <Feature ID="1" FeatureTypeID="${344 + at}"><FeatureVersion ID="1" ReliabilityID="1560"><Comment /><VersionDetail DetailTypeID="1432">${address}</VersionDetail></FeatureVersion></Feature>`
}

function hex(random: Random): string {
  const digits = Array.from({ length: 40 }, () => random(16).toString(16))
  return `0x${digits.join('')}`
}

function base58(random: Random): string {
  const rest = Array.from({ length: 33 }, () => BASE58[random(58)])
  return `1${rest.join('')}`
}
