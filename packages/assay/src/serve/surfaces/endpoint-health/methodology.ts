import { endpointHealth, isObject } from '@assay402/core'
import {
  type Document,
  list,
  type Section,
  table,
  text,
} from '../page/document.js'
import { rulebookSections } from '../page/rulebook-sections.js'

/** The published formula, for people. */
export function methodology(): Document {
  return {
    title: 'How the health of an endpoint is scored',
    lead: `${endpointHealth.question} Formula version ${endpointHealth.version}. An unpaid look is one piece of evidence; it cannot tell whether a seller delivers after payment.`,
    sections: [
      {
        title: 'Unknown is neither a penalty nor a claim of safety',
        parts: [
          text(
            'A score from 0 to 100 is published only when all five components are known and the newest usable observation is fresh, or when a fresh sanctions match forces 0. Otherwise the score is unknown; the possible range goes from the points earned to those plus all that is missing. Every row of the index links to its components and observations.',
          ),
          components(),
        ],
      },
      outcomes(),
      ...rulebookSections(endpointHealth),
      {
        title: 'How the index is made',
        parts: [
          list([
            'Only URLs that public catalogs list are looked at. robots.txt is honoured, a host is asked at most once in ten seconds.',
            'Only GET requests are sent: no payment, no credentials, no signature, no body of a caller. For an endpoint that is listed with another method, an answer that does not fit GET says nothing.',
            'At most 28 observations an endpoint are counted, one for each six hours of seven days. Summaries are rolling windows.',
            'Coverage is counted against everything that the catalogs report; what was left out or put off is no successful look.',
            'Registration dates are kept for seven days. A sanctions list is used while it is at most 26 hours old.',
            'What sellers and catalogs write can be wrong or made up; a score is a reading by rules, not an endorsement.',
          ]),
        ],
      },
      {
        title: 'What is not charged for',
        parts: [
          text(
            'An endpoint that no catalog lists (404), that was not observed (503), or whose newest usable observation is too old (503) is not charged for.',
          ),
        ],
      },
    ],
  }
}

function components() {
  const points = endpointHealth.data['component_points']
  const rules = new Map(
    endpointHealth.rules.map(({ id, when, then }) => [id, `${when}: ${then}`]),
  )
  return table(
    ['component', 'points', 'rule'],
    Object.entries(isObject(points) ? points : {}).map(([id, most]) => [
      id,
      String(most),
      rules.get(id) ?? '',
    ]),
  )
}

function outcomes(): Section {
  const data = endpointHealth.data['outcomes']
  return {
    title: 'What an observation counts as',
    parts: [
      table(
        ['what happened', 'listed with GET', 'listed with another method'],
        Object.entries(isObject(data) ? data : {}).map(([kind, outcome]) => {
          const { get, other } = isObject(outcome) ? outcome : {}
          return [kind, String(get), String(other)]
        }),
      ),
    ],
  }
}
