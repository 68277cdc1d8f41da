import { Hono } from 'hono'
import type { ServiceEnv } from '../../answer.js'
import type { Service } from '../../service.js'
import { formOf, respondAnswer, respondDocument } from '../page/respond.js'
import { valueOrProblem } from '../parameters.js'
import { authDocument } from './auth.js'
import { checkMerchant } from './check.js'
import { methodology } from './methodology.js'
import { readMerchant } from './parameters.js'

/** The surface `/merchant`. */
export function merchantRoutes(service: Service): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>()
  app.get('/check', async (c) => {
    const input = valueOrProblem(readMerchant(c.req.query()))
    return respondAnswer(c, await checkMerchant(service, input))
  })
  app.get('/methodology', (c) => {
    const form = formOf(c, ['html', 'markdown'], 'html')
    return respondDocument(
      c,
      methodology(),
      form === 'markdown' ? 'markdown' : 'html',
    )
  })
  app.get('/auth.md', (c) =>
    respondDocument(c, authDocument(service.settings), 'markdown'),
  )
  return app
}
