import { expect, test } from 'vitest'
import { createPayingFetch } from './fetch.js'
import { weatherTool } from './langchain-tool.js'
import { DEAR_URL, describeRecipe, FAIR_URL } from './stage.js'

describeRecipe('recipe LangChain', (stage) => {
  test.each([
    [FAIR_URL, '{"temperature":21}', 10_000n],
    [DEAR_URL, 'refused: over_payment_cap', 0n],
  ])('default: an agent that calls %s', async (url, content, paid) => {
    const { chain, street, earned } = stage()
    const before = await earned()
    const pay = createPayingFetch(chain.buyer, street.fetch) as typeof fetch
    const said = await weatherTool(url, pay).invoke({
      type: 'tool_call',
      id: '1',
      name: 'weather',
      args: { city: 'Paris' },
    })
    expect(said).toMatchObject({ content, tool_call_id: '1' })
    expect((await earned()) - before).toBe(paid)
  })
})
