import { Hono } from 'hono'
import type { ServiceContext, ServiceEnv } from '../../answer.js'
import type { Service } from '../../service.js'
import { formOf, respondAnswer, respondDocument } from '../page/respond.js'
import { readParameters, valueOrProblem } from '../parameters.js'
import { checkEndpoint } from './endpoint.js'
import { indexPage, readIndex } from './index-page.js'
import { methodology } from './methodology.js'
import { ENDPOINT_EXAMPLES, endpointInput, indexInput } from './parameters.js'

/** The surface `/endpoint-health`. */
export function endpointHealthRoutes(service: Service): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>()
  app.get('/v1/endpoint', async (c) => {
    const read = readParameters(c.req.query(), endpointInput, ENDPOINT_EXAMPLES)
    const input = valueOrProblem(read)
    return respondAnswer(c, await checkEndpoint(service, input))
  })
  app.get('/', (c) => answerIndex(c, service))
  app.get('/methodology', (c) => {
    const form = formOf(c, ['html', 'markdown'], 'html')
    return respondDocument(
      c,
      methodology(),
      form === 'markdown' ? 'markdown' : 'html',
    )
  })
  return app
}

async function answerIndex(
  c: ServiceContext,
  service: Service,
): Promise<Response> {
  const read = readParameters(c.req.query(), indexInput, ENDPOINT_EXAMPLES)
  const asked = valueOrProblem(read)
  const { body } = await readIndex(service, asked)
  return formOf(c, ['html', 'json'], 'html') === 'json'
    ? c.json(body, 200, { vary: 'accept' })
    : respondDocument(c, indexPage(body, asked), 'html')
}
