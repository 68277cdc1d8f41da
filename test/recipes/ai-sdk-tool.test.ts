import { generateText, stepCountIs } from 'ai'
import { MockLanguageModelV2 } from 'ai/test'
import { expect, test } from 'vitest'
import { weatherTool } from './ai-sdk-tool.js'
import { createPayingFetch } from './fetch.js'
import { DEAR_URL, describeRecipe, FAIR_URL } from './stage.js'

describeRecipe('recipe Vercel AI SDK', (stage) => {
  test.each([
    [FAIR_URL, { weather: { temperature: 21 } }, 10_000n],
    [DEAR_URL, { refused: 'over_payment_cap' }, 0n],
  ])('default: a model that calls %s', async (url, output, paid) => {
    const { chain, street, earned } = stage()
    const before = await earned()
    const pay = createPayingFetch(chain.buyer, street.fetch) as typeof fetch
    const { steps } = await generateText({
      model: modelThatAsks(),
      tools: { weather: weatherTool(url, pay) },
      stopWhen: stepCountIs(2),
      prompt: 'How is the weather in Paris?',
    })
    expect(steps[0]?.toolResults).toMatchObject([
      { toolName: 'weather', output },
    ])
    expect((await earned()) - before).toBe(paid)
  })
})

/** Calls the tool once, then is content. */
function modelThatAsks() {
  const common = {
    usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
    warnings: [],
  }
  return new MockLanguageModelV2({
    doGenerate: [
      {
        ...common,
        finishReason: 'tool-calls',
        content: [
          {
            type: 'tool-call',
            toolCallId: '1',
            toolName: 'weather',
            input: '{"city":"Paris"}',
          },
        ],
      },
      {
        ...common,
        finishReason: 'stop',
        content: [{ type: 'text', text: 'Fine.' }],
      },
    ],
  })
}
