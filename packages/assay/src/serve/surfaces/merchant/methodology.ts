import { isObject, merchant } from '@assay402/core'
import {
  type Document,
  list,
  type Section,
  table,
  text,
} from '../page/document.js'
import { rulebookSections } from '../page/rulebook-sections.js'

/** How a merchant is judged, for people. */
export function methodology(): Document {
  return {
    title: 'How a merchant wallet is judged',
    lead: `${merchant.question} Rules, version ${merchant.version}: every signal below is something that can be looked up. It is neither a machine-learning model nor a certification. How to pay for a check is said in auth.md.`,
    sections: [
      {
        title: 'What is read',
        parts: [
          text(
            'The settlements of the wallet on the chain, and its x402 activity: what it charges, how often and by how many payers it is paid. Nothing that a merchant says of itself, no reviews by hand, no reputation from elsewhere. No form makes a score better.',
          ),
          text(
            'Counts come from the settlements of the last 30 days where they are read, else from the figures of public catalogs; source says which. A signal without data for a wallet is dormant there, and signal_status says so.',
          ),
        ],
      },
      {
        title: 'Two answers, two questions',
        parts: [
          list([
            'trust_tier (TRUSTED, CAUTION, AVOID) is the detailed reading: a direct count of findings, no weights.',
            'recommendation (PROCEED, CAUTION, INSUFFICIENT_SIGNAL) is the small vocabulary that a payment policy switches on. There is no REJECT or BLOCK: nothing here is evidence enough for one.',
            'confidence says how much data there is, apart from whether it suffices.',
            'payer_concentration uses the figures of the payer diversity signal, so that the two can never disagree.',
          ]),
        ],
      },
      ...rulebookSections(merchant),
      categories(),
    ],
  }
}

function categories(): Section {
  const words = merchant.data['category_words']
  const rows = isObject(words) ? Object.entries(words) : []
  return {
    title: 'Categories, by the words of a listing',
    parts: [
      text(
        'Exactly one category with a matching whole word wins; none or several make other.',
      ),
      table(
        ['category', 'words'],
        rows.map(([category, list]) => [
          category,
          Array.isArray(list) ? `${list.length}` : '',
        ]),
      ),
      ...rows.map(([category, list]) =>
        text(`${category}: ${Array.isArray(list) ? list.join(', ') : ''}`),
      ),
    ],
  }
}
