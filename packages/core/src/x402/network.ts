/** Maps a challenge's spelling of a network to the id it is judged by. */
export type MappedNetwork = {
  readonly id: string
  /** `v1_name`: a plain v1 name; `alias`: a spelling outside both standards. */
  readonly spelling: 'caip2' | 'v1_name' | 'alias'
}

export const BASE = 'eip155:8453'
export const SOLANA_MAINNET = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const SOLANA_DEVNET = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'

/** Plain names of x402 v1 and their CAIP-2 ids. */
export const V1_NETWORKS: Readonly<Record<string, string>> = {
  base: BASE,
  'base-sepolia': 'eip155:84532',
  ethereum: 'eip155:1',
  sepolia: 'eip155:11155111',
  optimism: 'eip155:10',
  arbitrum: 'eip155:42161',
  avalanche: 'eip155:43114',
  'avalanche-fuji': 'eip155:43113',
  polygon: 'eip155:137',
  'polygon-amoy': 'eip155:80002',
  sei: 'eip155:1329',
  'sei-testnet': 'eip155:1328',
  abstract: 'eip155:2741',
  'abstract-testnet': 'eip155:11124',
  iotex: 'eip155:4689',
  peaq: 'eip155:3338',
  story: 'eip155:1514',
  educhain: 'eip155:41923',
  'skale-base-sepolia': 'eip155:324705682',
  'skale-base': 'eip155:1187947933',
  megaeth: 'eip155:4326',
  monad: 'eip155:143',
  stable: 'eip155:988',
  'stable-testnet': 'eip155:2201',
  celo: 'eip155:42220',
  flare: 'eip155:14',
  solana: SOLANA_MAINNET,
  'solana-devnet': SOLANA_DEVNET,
  'solana-testnet': 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
}

/** Spellings from documentation that mean a known network. */
export const NETWORK_ALIASES: Readonly<Record<string, string>> = {
  'solana:mainnet': SOLANA_MAINNET,
  'solana:devnet': SOLANA_DEVNET,
}

/** Any spelling that is in neither table stays as it was written. */
export function mapNetwork(written: string): MappedNetwork {
  return MAPPED.get(written) ?? { id: written, spelling: 'caip2' }
}

const MAPPED: ReadonlyMap<string, MappedNetwork> = new Map([
  ...mapped(V1_NETWORKS, 'v1_name'),
  ...mapped(NETWORK_ALIASES, 'alias'),
])

function mapped(
  table: Readonly<Record<string, string>>,
  spelling: MappedNetwork['spelling'],
): [string, MappedNetwork][] {
  return Object.entries(table).map(([name, id]) => [name, { id, spelling }])
}

export type NetworkFamily = 'eip155' | 'solana' | 'other'

/** The address family of a mapped network id. */
export function networkFamily(id: string): NetworkFamily {
  if (id.startsWith('eip155:')) return 'eip155'
  return id.startsWith('solana:') ? 'solana' : 'other'
}
