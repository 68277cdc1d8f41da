import { counterparty } from '@assay402/core'
import type { Disclosures, ServiceSettings } from '../../service.js'
import {
  type Document,
  list,
  type Part,
  type Section,
  table,
  text,
} from '../page/document.js'
import { rulebookSections } from '../page/rulebook-sections.js'

/** How every field of a score is computed, and what the operator discloses. */
export function methodology(settings: ServiceSettings): Document {
  return {
    title: 'How a counterparty is scored',
    lead: `${counterparty.question} Deterministic rules over public data, version ${counterparty.version}: whoever has the same data computes the same score. No language model takes part.`,
    sections: [
      {
        title: 'What a score says and what it does not',
        parts: [
          text(
            'It says how much of the volume that a seller settled in 30 days comes from real, independent buyers. It is statistics about the past: no liveness monitor, no audit of code or people, no promise of delivery.',
          ),
        ],
      },
      feeds(),
      ...rulebookSections(counterparty),
      confidence(),
      {
        title: 'Freshness',
        parts: [
          text(
            'updated_at is the time of the newest evidence in the score. A score older than 24 hours is never sold. A subject that no catalog lists, or that was not scored yet, gets the envelope ANSWER_UNAVAILABLE (503) with retry_after in seconds; nothing is settled for it. When a feed fails its checks, the scores that need it are delisted; they are never stamped anew.',
          ),
        ],
      },
      ...disclosed(settings.disclosures),
      {
        title: 'Scoring ourselves',
        parts: [
          text(
            'Our own wallet is scored by the same rules when a catalog lists us. Such a score carries self=true in source; disclosed wallets of ours are no real buyers in it, and a low count of real buyers is a plain fact there.',
          ),
        ],
      },
    ],
  }
}

function feeds(): Section {
  return {
    title: 'What is read',
    parts: [
      list([
        'Public catalogs of x402 endpoints (the x402 Bazaar and others that were configured): who is scored, and the terms they list.',
        'USDC transfers to and from the wallet of the seller on the chain, of the last 30 days. Where they are not read, the settlement feed is missing: confidence falls and the verdict cannot be trusted.',
        'The 402 answer of the endpoint to an unpaid request, at most a day old. Answers of sellers are untrusted input: their size and time are capped.',
      ]),
      text('No data is sold on; only what was computed from it is.'),
    ],
  }
}

function confidence(): Section {
  const tenths = counterparty.data['confidence_tenths'] as Readonly<
    Record<string, number>
  >
  return {
    title: 'Confidence',
    parts: [
      text(
        'A fixed sum over the feeds that were there. Missing data never convicts: it caps the verdict at caution.',
      ),
      table(
        ['feed', 'adds'],
        Object.entries(tenths).map(([feed, parts]) => [
          feed,
          (parts / 10).toFixed(1),
        ]),
      ),
    ],
  }
}

const NONE = 'The operator of this service has disclosed none.'

function disclosed({ wallets, transactions }: Disclosures): Section[] {
  const ofRole = (role: string): Part => {
    const found = wallets.filter((one) => one.role === role)
    return found.length === 0
      ? text(NONE)
      : table(
          ['network', 'wallet', 'why'],
          found.map(({ network, wallet, why }) => [network, wallet, why]),
        )
  }
  return [
    {
      title: 'Probing',
      parts: [
        text(
          'Sellers are asked for their 402 answer without paying. Where paid purchases are made to look at what is delivered, they come from the wallets below, are marked in our own data and are never counted as real buyers. Our own endpoints are never bought from.',
        ),
      ],
    },
    { title: 'Wallets that pay to look', parts: [ofRole('probe')] },
    {
      title: 'Wallets that paid this service itself',
      parts: [
        text(
          'A catalog may list a service only after its first settled payment. A wallet that the operator controls and that pays this service is disclosed here and excluded from our own real buyers.',
        ),
        ofRole('bootstrap'),
      ],
    },
    { title: 'Other wallets of the operator', parts: [ofRole('other')] },
    {
      title: 'Disclosed transactions',
      parts: [
        transactions.length === 0
          ? text(NONE)
          : table(
              ['network', 'transaction', 'why'],
              transactions.map(({ network, transaction, why }) => [
                network,
                transaction,
                why,
              ]),
            ),
      ],
    },
  ]
}
