import { PaymentBlocked, PaymentHeld } from '@assay402/guard'
import { tool } from 'ai'
import { z } from 'zod'

/**
 * A tool of the Vercel AI SDK that calls a paid API. `pay` is the guarded fetch
 * of the first recipe. What the guard refuses, the model is told as a refusal;
 * it cannot argue with it.
 */
export function weatherTool(url: string, pay: typeof fetch) {
  return tool({
    description: 'The weather of today in a city. Costs money.',
    inputSchema: z.object({ city: z.string() }),
    execute: async ({ city }) => {
      try {
        const answer = await pay(`${url}?city=${encodeURIComponent(city)}`)
        return { weather: await answer.json() }
      } catch (error) {
        if (error instanceof PaymentBlocked || error instanceof PaymentHeld)
          return { refused: error.report.reasons[0]?.code }
        throw error
      }
    },
  })
}
