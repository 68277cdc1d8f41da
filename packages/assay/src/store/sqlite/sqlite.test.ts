import { describeStore } from '../testing/store-contract.js'
import { sqliteUnused } from '../testing/subject.js'

describeStore('SQLite', sqliteUnused)
