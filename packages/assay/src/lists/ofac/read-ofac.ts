import { parseInstant } from '@assay402/core'
import type { ListReading, ListSource } from '../reading.js'
import { ListRefused } from '../refused.js'
import { advancedXml } from './advanced-xml.js'
import { createOfacCollection } from './collected.js'
import { readCsvSet } from './csv-set.js'
import { readXml, shown } from './read-xml.js'
import { sdnXml } from './sdn-xml.js'
import type { OfacDocument, OfacVocabulary } from './vocabulary.js'

/**
 * Reads OFAC's list in any of its forms: a location that ends in `.csv` is the
 * CSV set, everything else XML, whose root says which.
 */
export async function readOfac(source: ListSource): Promise<ListReading> {
  const path = source.location.replace(/[?#].*$/, '')
  return /\.csv$/i.test(path) ? readCsvSet(source) : readOfacXml(source)
}

const VOCABULARIES = [advancedXml, sdnXml]

async function readOfacXml(source: ListSource): Promise<ListReading> {
  const collection = createOfacCollection()
  let chosen: OfacVocabulary = advancedXml
  let document: OfacDocument | undefined
  await source.read(({ chunks }) =>
    readXml(chunks, (root) => {
      chosen = vocabularyOf(root)
      document = chosen.start(collection.add)
      return document
    }),
  )
  const facts = document?.facts()
  return {
    entries: collection.entries(),
    sha256: null,
    published_at: publishedAt(facts?.published),
    parser: chosen.parser,
    detail: `${collection.summary()}; ${facts?.parties ?? 0} parties`,
    doubt: shortfall(facts?.parties ?? 0, facts?.declared),
  }
}

function vocabularyOf(root: {
  readonly name: string
  readonly namespace: string
}): OfacVocabulary {
  const named = VOCABULARIES.find(({ root: name }) => name === root.name)
  if (named === undefined)
    throw new ListRefused('unknown_root', `root element "${shown(root.name)}"`)
  if (!named.namespaces.has(root.namespace))
    throw new ListRefused(
      'unknown_namespace',
      `"${shown(root.namespace)}" of element ${root.name}`,
    )
  return named
}

function publishedAt(day: string | undefined): string {
  const at = `${day}T00:00:00Z`
  if (parseInstant(at) !== undefined) return at
  throw new ListRefused('no_date', 'the file does not say when it was issued')
}

function shortfall(
  parties: number,
  declared: number | undefined,
): string | null {
  return declared === undefined || parties >= declared
    ? null
    : `${parties} of ${declared} parties`
}
