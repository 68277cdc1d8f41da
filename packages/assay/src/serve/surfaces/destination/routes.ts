import { Hono } from 'hono'
import { SOFTWARE_VERSION } from '../../../version.js'
import type { ServiceContext, ServiceEnv } from '../../answer.js'
import { ProblemError } from '../../problem.js'
import { mintKey } from '../../quota/keys.js'
import { LIMITS } from '../../quota/limits.js'
import { quotaAnswer } from '../../quota/quota-answer.js'
import type { Service } from '../../service.js'
import { respondAnswer } from '../page/respond.js'
import { givenOf } from '../parameters.js'
import { askingOf } from './asking.js'
import { checkDestination } from './check.js'
import { policyDocument } from './policy.js'

/** The surface `/destination`. */
export function destinationRoutes(service: Service): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>()
  app.post('/v1/check', (c) => answerCheck(c, service))
  app.get('/v1/policy', (c) => c.json(policyDocument(service.settings)))
  app.get('/health', (c) =>
    c.json({
      status: 'ok',
      service: 'Assay',
      version: SOFTWARE_VERSION,
      policy_version: '1',
    }),
  )
  app.post('/v1/keys', (c) => answerKey(c, service))
  app.get('/v1/quota', async (c) =>
    c.json(
      await quotaAnswer(
        service,
        'destination',
        'check',
        await askingOf(c, service),
      ),
    ),
  )
  return app
}

async function answerCheck(
  c: ServiceContext,
  service: Service,
): Promise<Response> {
  const given = await givenOf(c)
  if (!given.ok)
    throw new ProblemError({
      status: 400,
      code: 'invalid_json',
      detail: given.fault.error,
      field: 'body',
      example: { target: 'api.example.com' },
    })
  const asking = await askingOf(c, service)
  const { target } = given.value
  return respondAnswer(c, await checkDestination(service, target, asking))
}

async function answerKey(
  c: ServiceContext,
  service: Service,
): Promise<Response> {
  const key = await mintKey(service, c.get('caller'))
  return c.json(
    {
      ...key,
      per_utc_day: LIMITS.destination_key.limit,
      note: 'Shown once: only its hash is kept. Send it as Authorization: Bearer, or as X-Api-Key.',
    },
    201,
    { 'cache-control': 'no-store' },
  )
}
