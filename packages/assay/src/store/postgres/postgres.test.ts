import { describeStore } from '../testing/store-contract.js'
import { postgresSubject } from '../testing/subject.js'

describeStore('PostgreSQL', () => postgresSubject())

const given = process.env['DATABASE_URL']
if (given !== undefined)
  describeStore('DATABASE_URL', () => postgresSubject(given))
