import { describeStore } from '../testing/store-contract.js'
import { sqliteSubject } from '../testing/subject.js'

describeStore('SQLite', sqliteSubject)
