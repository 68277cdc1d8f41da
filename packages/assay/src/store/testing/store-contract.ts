import { describe } from 'vitest'
import { describeAccounts } from './contract/accounts.js'
import { describeArchive } from './contract/archive.js'
import { describeCatalog } from './contract/catalog.js'
import { describeChecks } from './contract/checks.js'
import { describeCoverage } from './contract/coverage.js'
import { describeDirectory } from './contract/directory.js'
import { describeEvidence } from './contract/evidence.js'
import { describeFaults } from './contract/faults.js'
import { describeFigures } from './contract/figures.js'
import { describeFrontier } from './contract/frontier.js'
import { describeLists } from './contract/lists.js'
import { describeObservations } from './contract/observations.js'
import { describePayments } from './contract/payments.js'
import { describePruning } from './contract/pruning.js'
import { describeReceipts } from './contract/receipts.js'
import { describeSpending } from './contract/spending.js'
import { describeUpgrade } from './contract/upgrade.js'
import { describeWatches } from './contract/watches.js'
import { type OpenUnused, subjectIn } from './subject.js'

/** The one contract of every store; `unused` gives a new place each time. */
export function describeStore(name: string, unused: OpenUnused): void {
  const open = () => subjectIn(unused)
  describe(`store on ${name}`, () => {
    describeEvidence(open)
    describePruning(open)
    describeCatalog(open)
    describeCoverage(open)
    describeFrontier(open)
    describeObservations(open)
    describeLists(open)
    describeChecks(open)
    describeWatches(open)
    describeAccounts(open)
    describePayments(open)
    describeReceipts(open)
    describeSpending(open)
    describeDirectory(open)
    describeFigures(open)
    describeArchive(open)
    describeUpgrade(unused)
    describeFaults(open)
  })
}
