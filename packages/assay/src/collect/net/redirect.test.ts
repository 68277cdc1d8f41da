import { describe, expect, test } from 'vitest'
import { type Errand, nextStep } from './redirect.js'

const errand: Errand = {
  url: 'https://a.example/x?q=1',
  method: 'GET',
  headers: { accept: 'application/json', 'x-note': '1' },
  body: undefined,
}
const posted: Errand = { ...errand, method: 'POST', body: '{}' }

function after(from: Errand, status: number, location?: string, left = 3) {
  const headers =
    location === undefined ? [] : ([['Location', location]] as const)
  return nextStep(from, { status, headers }, left)
}

describe('nextStep', () => {
  test.each([
    [200, '/y', null],
    [300, '/y', null],
    [304, '/y', null],
    [305, '/y', null],
    [402, '/y', null],
    [302, undefined, null],
    [302, 'http://[', 'bad_location'],
    [302, 'http://a b/', 'bad_location'],
  ])('%s to %j is final', (status, location, stopped) => {
    expect(after(errand, status, location)).toEqual({ kind: 'final', stopped })
  })

  test('behavior: none left is final', () => {
    expect(after(errand, 302, '/y', 0)).toEqual({
      kind: 'final',
      stopped: 'too_many',
    })
    expect(after(errand, 302, '/y', 1).kind).toBe('follow')
  })

  test.each([
    ['/y', 'https://a.example/y', false],
    ['y?z', 'https://a.example/y?z', false],
    ['//b.example/', 'https://b.example/', true],
    ['https://a.example:8443/', 'https://a.example:8443/', true],
    ['http://a.example/', 'http://a.example/', true],
    ['/\u00c3\u00a4', 'https://a.example/%C3%A4', false],
  ])('behavior: to %s', (location, url, crossOrigin) => {
    expect(after(errand, 302, location)).toMatchObject({
      kind: 'follow',
      crossOrigin,
      errand: { url },
    })
  })

  test.each([
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [303, 'POST', 'GET'],
    [303, 'PUT', 'GET'],
    [303, 'HEAD', 'HEAD'],
    [303, 'GET', 'GET'],
    [301, 'PUT', 'PUT'],
    [307, 'POST', 'POST'],
    [308, 'POST', 'POST'],
  ])('behavior: %s turns %s into %s', (status, method, expected) => {
    const step = after({ ...posted, method }, status, '/y')
    const body = expected === method && method !== 'GET' ? '{}' : undefined
    expect(step).toMatchObject({ errand: { method: expected } })
    if (method !== 'GET') expect(step).toMatchObject({ errand: { body } })
  })

  test('behavior: a body stays at its origin', () => {
    expect(after(posted, 307, 'https://b.example/')).toEqual({
      kind: 'final',
      stopped: 'body_to_other_origin',
    })
    expect(after(posted, 307, '/y').kind).toBe('follow')
    expect(after(posted, 303, 'https://b.example/').kind).toBe('follow')
  })

  test('behavior: the headers of the caller stay at their origin', () => {
    expect(after(errand, 302, 'https://b.example/')).toMatchObject({
      errand: { headers: { accept: 'application/json' } },
    })
    const step = after(errand, 302, '/y')
    expect(step).toMatchObject({ errand: { headers: errand.headers } })
  })
})
