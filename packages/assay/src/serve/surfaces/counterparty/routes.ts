import { Hono } from 'hono'
import type { ServiceEnv } from '../../answer.js'
import type { Service } from '../../service.js'
import { formOf, respondAnswer, respondDocument } from '../page/respond.js'
import { methodology } from './methodology.js'
import { sampleScore } from './sample.js'
import { scoreCounterparty } from './score.js'

/** The surface `/counterparty`. */
export function counterpartyRoutes(service: Service): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>()
  app.get('/score', async (c) =>
    respondAnswer(c, await scoreCounterparty(service, c.req.query('subject'))),
  )
  app.get('/sample', (c) => c.json(sampleScore(service.now())))
  app.get('/methodology', (c) => {
    const form = formOf(c, ['html', 'markdown'], 'html')
    return respondDocument(
      c,
      methodology(service.settings),
      form === 'markdown' ? 'markdown' : 'html',
    )
  })
  return app
}
