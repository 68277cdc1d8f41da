import { describe, expect, test } from 'vitest'
import { withNameCache } from './name-cache.js'

describe('withNameCache', () => {
  test('default: what is known is not asked again, either way', async () => {
    const asked: unknown[] = []
    const cache = withNameCache({
      idsOf: async (names) => {
        asked.push(names)
        return new Map(names.filter((n) => n !== 'x').map((n, i) => [n, i + 1]))
      },
      namesOf: async (ids) => {
        asked.push(ids)
        return new Map(ids.map((id) => [id, `n${id}`]))
      },
    })
    expect(await cache.idsOf(['a', 'x'])).toEqual(new Map([['a', 1]]))
    expect(await cache.idsOf(['a'])).toEqual(new Map([['a', 1]]))
    expect(await cache.namesOf([1, 9])).toEqual(
      new Map([
        [1, 'a'],
        [9, 'n9'],
      ]),
    )
    expect(await cache.namesOf([9])).toEqual(new Map([[9, 'n9']]))
    expect(asked).toEqual([['a', 'x'], [9]])
  })

  test('behavior: it forgets before it grows too large', async () => {
    let asked = 0
    const cache = withNameCache({
      idsOf: async (names) => {
        asked += names.length
        return new Map(names.map((name) => [name, Number(name)]))
      },
      namesOf: async () => new Map(),
    })
    const many = Array.from({ length: 200_000 }, (_, i) => String(i))
    await cache.idsOf(many)
    await cache.idsOf(['x'])
    await cache.idsOf(['0'])
    expect(asked).toBe(200_002)
  })
})
