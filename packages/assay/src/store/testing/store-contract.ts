import { describe } from 'vitest'
import { describeArchive } from './contract/archive.js'
import { describeCatalog } from './contract/catalog.js'
import { describeChecks } from './contract/checks.js'
import { describeCoverage } from './contract/coverage.js'
import { describeEvidence } from './contract/evidence.js'
import { describeFaults } from './contract/faults.js'
import { describeFrontier } from './contract/frontier.js'
import { describeLists } from './contract/lists.js'
import { describeObservations } from './contract/observations.js'
import { describePruning } from './contract/pruning.js'
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
    describeArchive(open)
    describeUpgrade(unused)
    describeFaults(open)
  })
}
