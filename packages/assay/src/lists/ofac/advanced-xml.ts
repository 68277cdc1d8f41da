import { assetOf } from './assets.js'
import type { OfacListing } from './collected.js'
import type { OfacDocument, OfacVocabulary } from './vocabulary.js'

/** SDN_ADVANCED.XML: labels are numbered at the top, parties refer to them. */
export const advancedXml: OfacVocabulary = {
  parser: 'ofac-advanced-xml/1',
  root: 'Sanctions',
  namespaces: new Set([
    'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/ADVANCED_XML',
    'http://www.un.org/sanctions/1.0',
  ]),
  start,
}

type Attributes = Readonly<Record<string, string>>

function start(found: (listing: OfacListing) => void): OfacDocument {
  const assets = new Map<string, string>()
  const party = createParty()
  const issued = new Map<string, string>()
  let parties = 0
  let section = ''
  let typeId = ''
  let asset: string | undefined
  return {
    open(name, attributes, depth) {
      if (depth === 1) section = name
      if (name === 'DistinctParty') {
        parties++
        party.begin(attributes)
      } else if (name === 'FeatureType') typeId = attributes['ID'] ?? ''
      else if (name === 'Feature')
        asset = assets.get(attributes['FeatureTypeID'] ?? '')
      else party.open(name, attributes)
    },
    close(name, text, depth) {
      if (section === 'DateOfIssue' && depth === 2) issued.set(name, text)
      if (name === 'FeatureType') {
        const label = assetOf(text)
        if (label !== undefined) assets.set(typeId, label)
      } else if (name === 'Feature') asset = undefined
      else if (name === 'VersionDetail' && asset !== undefined)
        found({ address: text, asset, party: party.name(), uid: party.uid() })
      else party.close(name, text)
    },
    facts: () => ({
      published: dayOf(issued),
      parties,
      declared: undefined,
    }),
  }
}

/** The party being read: its number, and the first name of its primary alias. */
function createParty() {
  let uid = ''
  let name: string[] = []
  let state: 'outside' | 'primary' | 'name' | 'named' = 'outside'
  return {
    uid: () => uid,
    name: () => name.join(' '),
    begin(attributes: Attributes) {
      uid = attributes['FixedRef'] ?? ''
      name = []
      state = 'outside'
    },
    open(element: string, attributes: Attributes) {
      const primary = attributes['Primary'] === 'true'
      if (element === 'Alias' && primary && state === 'outside')
        state = 'primary'
      if (element === 'DocumentedName' && state === 'primary') state = 'name'
    },
    close(element: string, text: string) {
      if (element === 'NamePartValue' && state === 'name') name.push(text)
      if (element === 'DocumentedName' && state === 'name') state = 'named'
    },
  }
}

function dayOf(issued: ReadonlyMap<string, string>): string | undefined {
  const year = issued.get('Year') ?? ''
  const month = (issued.get('Month') ?? '').padStart(2, '0')
  const day = (issued.get('Day') ?? '').padStart(2, '0')
  const text = `${year}-${month}-${day}`
  return text.length === 10 ? text : undefined
}
