import { PaymentBlocked, PaymentHeld } from '@assay402/guard'
import { tool } from '@langchain/core/tools'
import { z } from 'zod'

/**
 * A LangChain tool that calls a paid API. `pay` is the guarded fetch of the
 * first recipe.
 */
export function weatherTool(url: string, pay: typeof fetch) {
  return tool(
    async ({ city }) => {
      try {
        const answer = await pay(`${url}?city=${encodeURIComponent(city)}`)
        return await answer.text()
      } catch (error) {
        if (error instanceof PaymentBlocked || error instanceof PaymentHeld)
          return `refused: ${error.report.reasons[0]?.code}`
        throw error
      }
    },
    {
      name: 'weather',
      description: 'The weather of today in a city. Costs money.',
      schema: z.object({ city: z.string() }),
    },
  )
}
