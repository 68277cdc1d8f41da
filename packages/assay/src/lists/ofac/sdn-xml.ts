import { assetOf } from './assets.js'
import type { OfacListing } from './collected.js'
import type { OfacDocument, OfacVocabulary } from './vocabulary.js'

/** SDN.XML: each party with its identity documents, addresses among them. */
export const sdnXml: OfacVocabulary = {
  parser: 'ofac-sdn-xml/1',
  root: 'sdnList',
  namespaces: new Set([
    'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/XML',
    'http://tempuri.org/sdnList.xsd',
  ]),
  start,
}

// Depths at which the names are what they seem: sdnList/sdnEntry/uid.
const FIELD = 2

function start(found: (listing: OfacListing) => void): OfacDocument {
  let published: string | undefined
  let declared: number | undefined
  let parties = 0
  let party = new Map<string, string>()
  let id = new Map<string, string>()
  return {
    open(name) {
      if (name === 'sdnEntry') {
        parties++
        party = new Map()
      } else if (name === 'id') id = new Map()
    },
    close(name, text, depth) {
      if (name === 'Publish_Date') published = dayOf(text)
      else if (name === 'Record_Count' && /^\d{1,9}$/.test(text))
        declared = Number(text)
      else if (name === 'id') listed(party, id, found)
      else if (depth === FIELD) party.set(name, text)
      else id.set(name, text)
    },
    facts: () => ({ published, parties, declared }),
  }
}

function listed(
  party: ReadonlyMap<string, string>,
  id: ReadonlyMap<string, string>,
  found: (listing: OfacListing) => void,
): void {
  const asset = assetOf(id.get('idType') ?? '')
  if (asset === undefined) return
  const names = [party.get('lastName'), party.get('firstName')]
  found({
    asset,
    address: id.get('idNumber') ?? '',
    party: names.filter((name) => name !== undefined).join(', '),
    uid: party.get('uid') ?? '',
  })
}

/** `MM/DD/YYYY` as `YYYY-MM-DD`. */
function dayOf(text: string): string | undefined {
  const parts = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text)
  return parts === null ? undefined : `${parts[3]}-${parts[1]}-${parts[2]}`
}
