import { Hono } from 'hono'
import type { ServiceContext, ServiceEnv } from '../../answer.js'
import type { Service } from '../../service.js'
import { type Access, accessOf } from '../access.js'
import { formOf, respondAnswer, respondDocument } from '../page/respond.js'
import { type Fault, givenOf, readParameters } from '../parameters.js'
import { takePayersTurn } from './limits.js'
import { byUrlInput, LIST_EXAMPLES, listInput } from './list-parameters.js'
import {
  receiptPage,
  receiptsPage,
  reputationPage,
  rulesPage,
} from './pages.js'
import { readSpotCheck } from './parameters.js'
import { type ReceiptsAsked, receiptOf, termsReceipts } from './receipts.js'
import { hostReputation, namedHost } from './reputation.js'
import { rulesDocument } from './rules.js'
import { spotCheck } from './spot-check.js'

/** The surface `/terms`. */
export function termsRoutes(service: Service): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>()
  const check = (c: ServiceContext) =>
    answerCheck(c, service, accessOf(c.get('caller'), service.settings))
  app.on(['GET', 'POST'], '/v1/products/endpoint-spot-check', check)
  app.on(['GET', 'POST'], '/v1/products/endpoint-spot-check/router', (c) =>
    answerCheck(c, service, 'router'),
  )
  app.get('/rules', (c) =>
    formOf(c, ['json', 'html'], 'json') === 'html'
      ? respondDocument(c, rulesPage(), 'html')
      : c.json(rulesDocument(service.settings.publicUrl)),
  )
  app.get('/reputation/:host{.+}', (c) => answerReputation(c, service))
  app.get('/v1/receipts', (c) => answerList(c, service, {}, 'Receipts'))
  app.get('/v1/skips', (c) =>
    answerList(c, service, { verdict: 'skip' }, 'Skips'),
  )
  app.get('/v1/receipts/by-url', (c) => answerByUrl(c, service))
  app.get('/v1/receipts/:id', (c) => answerReceipt(c, service))
  return app
}

async function answerCheck(
  c: ServiceContext,
  service: Service,
  access: Access,
): Promise<Response> {
  const given = await givenOf(c)
  if (!given.ok) return badParameter(c, given.fault)
  const read = readSpotCheck(given.value)
  if (!read.ok) return badParameter(c, read.fault)
  if (read.value.mode === 'live') await takePayersTurn(c, service)
  return respondAnswer(c, await spotCheck(service, read.value, access))
}

async function answerReputation(
  c: ServiceContext,
  service: Service,
): Promise<Response> {
  const host = namedHost(c.req.param('host') ?? '')
  if (host === undefined) return badParameter(c, NO_HOST)
  const reputation = await hostReputation(service, host)
  const known = { host: reputation.host, band: reputation.band }
  if (formOf(c, ['json', 'html'], 'json') === 'json')
    return c.json(known, 200, { vary: 'accept' })
  const { receipts } = await termsReceipts(service, { host, limit: 20 })
  return respondDocument(c, reputationPage(known, receipts), 'html')
}

async function answerList(
  c: ServiceContext,
  service: Service,
  narrowed: Partial<ReceiptsAsked>,
  title: string,
): Promise<Response> {
  const read = readParameters(c.req.query(), listInput, LIST_EXAMPLES)
  if (!read.ok) return badParameter(c, read.fault)
  const asked = { ...read.value, ...narrowed }
  const body = await termsReceipts(service, asked)
  return formOf(c, ['json', 'html'], 'json') === 'html'
    ? respondDocument(c, receiptsPage(title, body.receipts), 'html')
    : c.json(body, 200, { vary: 'accept' })
}

async function answerByUrl(
  c: ServiceContext,
  service: Service,
): Promise<Response> {
  const read = readParameters(c.req.query(), byUrlInput, LIST_EXAMPLES)
  if (!read.ok) return badParameter(c, read.fault)
  return answerList(c, service, read.value, 'Receipts of one URL')
}

async function answerReceipt(
  c: ServiceContext,
  service: Service,
): Promise<Response> {
  const receipt = await receiptOf(service, c.req.param('id') ?? '')
  if (receipt === undefined)
    return c.json({ error: 'there is no such receipt', field: 'id' }, 404)
  return formOf(c, ['json', 'html'], 'json') === 'html'
    ? respondDocument(c, receiptPage(receipt), 'html')
    : c.json(receipt, 200, { vary: 'accept' })
}

const NO_HOST: Fault = {
  error: 'not a host',
  field: 'host',
  example: 'api.example.com',
}

function badParameter(c: ServiceContext, fault: Fault): Response {
  return c.json(fault, 400)
}
