import { describeStore } from '../testing/store-contract.js'
import { postgresUnused } from '../testing/subject.js'

describeStore('PostgreSQL', () => postgresUnused())

const given = process.env['DATABASE_URL']
if (given !== undefined)
  describeStore('DATABASE_URL', () => postgresUnused(given))
