import { describe, expect, test } from 'vitest'
import { readChallenge } from '../../x402/challenge.js'
import { termsInput as schema } from './input.js'
import { judgeTermsQuestion } from './judge-question.js'
import { readQuestion } from './question.js'
import { terms } from './rulebook.js'
import { termsInput } from './testing/terms-input.js'

describe('judgeTermsQuestion', () => {
  test('default: what the rulebook says, without the declared schema', () => {
    const question = readQuestion(schema.parse(termsInput()))
    const read = readChallenge(question.response)
    expect(judgeTermsQuestion(question, read)).toEqual(
      terms.judge(termsInput()),
    )
  })

  test('behavior: a declared schema is not evaluated', () => {
    const bazaar = {
      schema: {
        properties: {
          output: {
            properties: { example: { type: 'object', required: ['a'] } },
          },
        },
      },
      info: { output: { example: {} } },
    }
    const question = readQuestion(schema.parse(termsInput()))
    const read = readChallenge(question.response)
    const documents = read.documents.map((document) => ({
      ...document,
      json: { ...document.json, extensions: { bazaar } },
    }))
    const { quality, verdict } = judgeTermsQuestion(question, {
      ...read,
      documents,
    })
    expect([verdict, quality.code, quality.checks.schema_match]).toEqual([
      'pay',
      'quality_unverified',
      null,
    ])
  })
})
