import { describe, expect, test } from 'vitest'
import {
  mapNetwork,
  NETWORK_ALIASES,
  networkFamily,
  V1_NETWORKS,
} from './network.js'

describe('mapNetwork', () => {
  test.each(Object.entries(V1_NETWORKS))('default %s', (name, id) => {
    expect(mapNetwork(name)).toEqual({ id, spelling: 'v1_name' })
  })

  test.each(Object.entries(NETWORK_ALIASES))(
    'behavior: alias %s',
    (name, id) => {
      expect(mapNetwork(name)).toEqual({ id, spelling: 'alias' })
    },
  )

  test.each([
    'eip155:8453',
    'solana-mainnet',
    '8453',
    'Base',
    '',
    'constructor',
    '__proto__',
  ])('behavior: %j stays as written', (id) => {
    expect(mapNetwork(id)).toEqual({ id, spelling: 'caip2' })
  })
})

describe('networkFamily', () => {
  test.each([
    ['eip155:1', 'eip155'],
    ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana'],
    ['stellar:pubnet', 'other'],
    ['EIP155:1', 'other'],
    ['', 'other'],
  ])('default %s', (id, family) => {
    expect(networkFamily(id)).toBe(family)
  })
})
