import { readChallenge } from '@assay402/core'
import { describe, expect, test } from 'vitest'
import { answerOf } from '../seats/presented.js'
import { about, challenge, entry } from '../testing/seller.js'
import { foreignResource } from './foreign-resource.js'
import { readyScreen } from './screen.js'

const ASKED = 'https://api.seller.example/data'

async function codes(terms: object, asked = ASKED): Promise<string[]> {
  const read = readChallenge({ ...answerOf(terms), body_truncated: false })
  const found = foreignResource(read, asked, await readyScreen())
  return found.map(({ code, measured }) => `${code} ${measured}`)
}

describe('foreignResource', () => {
  test('default: a challenge about somebody else is named', async () => {
    expect(await codes(about('https://other.example/data'))).toEqual([
      'foreign_resource other.example',
    ])
    const first = {
      x402Version: 1,
      accepts: [{ ...entry(), resource: 'https://other.example' }],
    }
    expect(await codes(first)).toEqual(['foreign_resource other.example'])
  })

  test.each([
    ['itself', about(ASKED)],
    ['a name of the same owner', about('https://www.seller.example/')],
    ['an inner name', about('http://shop.internal/data')],
    ['a name without an owner', about('http://app:3000/data')],
    ['a platform', about('https://seller.vercel.app/data')],
    ['a tool', about('mcp://tool/x')],
    ['no URL', about('data')],
    ['nothing', { ...challenge(), resource: undefined }],
    ['something else', { ...challenge(), accepts: [7], resource: 7 }],
  ])('behavior: %s is let pass', async (_, terms) => {
    expect(await codes(terms)).toEqual([])
  })

  test('behavior: an address names nobody', async () => {
    expect(await codes(about(ASKED), 'http://127.0.0.1:4020/data')).toEqual([])
  })
})
