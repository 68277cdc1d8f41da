/** A token that a stock v2 client pays without further configuration. */
export type DefaultAsset = {
  readonly network: string
  readonly symbol: string
  readonly address: string
  readonly decimals: number
}

// Source: DEFAULT_ASSETS of @x402/evm 2.27 and @x402/svm 2.27.
export const DEFAULT_ASSETS: readonly DefaultAsset[] = [
  {
    network: 'eip155:8453',
    symbol: 'USDC',
    address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    decimals: 6,
  },
  {
    network: 'eip155:84532',
    symbol: 'USDC',
    address: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    decimals: 6,
  },
  {
    network: 'eip155:1',
    symbol: 'USDC',
    address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    decimals: 6,
  },
  {
    network: 'eip155:43114',
    symbol: 'USDC',
    address: '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
    decimals: 6,
  },
  {
    network: 'eip155:137',
    symbol: 'USDC',
    address: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
    decimals: 6,
  },
  {
    network: 'eip155:42161',
    symbol: 'USDC',
    address: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
    decimals: 6,
  },
  {
    network: 'eip155:421614',
    symbol: 'USDC',
    address: '0x75faf114eafb1BDbe2F0316DF893fd58CE46AA4d',
    decimals: 6,
  },
  {
    network: 'eip155:143',
    symbol: 'USDC',
    address: '0x754704Bc059F8C67012fEd69BC8A327a5aafb603',
    decimals: 6,
  },
  {
    network: 'eip155:42220',
    symbol: 'USDC',
    address: '0xcebA9300f2b948710d2653dD7B07f33A8B32118C',
    decimals: 6,
  },
  {
    network: 'eip155:42220',
    symbol: 'USDT',
    address: '0x48065fbBE25f71C9282ddf5e1cD6D6A887483D5e',
    decimals: 6,
  },
  {
    network: 'eip155:42220',
    symbol: 'USAT',
    address: '0xD2ab3C9A02DBBAB236BfEC45D1d755DF4267F771',
    decimals: 6,
  },
  {
    network: 'eip155:11142220',
    symbol: 'USDC',
    address: '0x01C5C0122039549AD1493B8220cABEdD739BC44E',
    decimals: 6,
  },
  {
    network: 'eip155:1329',
    symbol: 'USDC',
    address: '0xe15fC38F6D8c56aF07bbCBe3BAf5708A2Bf42392',
    decimals: 6,
  },
  {
    network: 'eip155:1328',
    symbol: 'USDC',
    address: '0x4fCF1784B31630811181f670Aea7A7bEF803eaED',
    decimals: 6,
  },
  {
    network: 'eip155:50',
    symbol: 'USDC',
    address: '0xfA2958CB79b0491CC627c1557F441eF849Ca8eb1',
    decimals: 6,
  },
  {
    network: 'eip155:51',
    symbol: 'USDC',
    address: '0xb5AB69F7bBada22B28e79C8FFAECe55eF1c771D4',
    decimals: 6,
  },
  {
    network: 'eip155:36900',
    symbol: 'USDC.e',
    address: '0x9cb8142aEBBcdc60AF7c97Af897A67A8f3CA71C2',
    decimals: 6,
  },
  {
    network: 'eip155:190415',
    symbol: 'USDC.e',
    address: '0x401eCb1D350407f13ba348573E5630B83638E30D',
    decimals: 6,
  },
  {
    network: 'eip155:181228',
    symbol: 'USDC.e',
    address: '0x401eCb1D350407f13ba348573E5630B83638E30D',
    decimals: 6,
  },
  {
    network: 'eip155:988',
    symbol: 'USDT0',
    address: '0x779Ded0c9e1022225f8E0630b35a9b54bE713736',
    decimals: 6,
  },
  {
    network: 'eip155:2201',
    symbol: 'USDT0',
    address: '0x78Cf24370174180738C5B8E352B6D14c83a6c9A9',
    decimals: 6,
  },
  {
    network: 'eip155:14',
    symbol: 'USDT0',
    address: '0xe7cd86e13AC4309349F30B3435a9d337750fC82D',
    decimals: 6,
  },
  {
    network: 'eip155:4326',
    symbol: 'MegaUSD',
    address: '0xFAfDdbb3FC7688494971a79cc65DCa3EF82079E7',
    decimals: 18,
  },
  {
    network: 'eip155:31612',
    symbol: 'mUSD',
    address: '0xdD468A1DDc392dcdbEf6db6e34E89AA338F9F186',
    decimals: 18,
  },
  {
    network: 'eip155:31611',
    symbol: 'mUSD',
    address: '0x118917a40FAF1CD7a13dB0Ef56C86De7973Ac503',
    decimals: 18,
  },
  {
    network: 'eip155:723487',
    symbol: 'SBC',
    address: '0x33ad9e4BD16B69B5BFdED37D8B5D9fF9aba014Fb',
    decimals: 6,
  },
  {
    network: 'eip155:72344',
    symbol: 'SBC',
    address: '0x33ad9e4BD16B69B5BFdED37D8B5D9fF9aba014Fb',
    decimals: 6,
  },
  {
    network: 'eip155:38833',
    symbol: 'USDC',
    address: '0xA5b8BF902b2844dA17d4506cc827F7F1681735E7',
    decimals: 6,
  },
  {
    network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    symbol: 'USDC',
    address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    decimals: 6,
  },
  {
    network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    symbol: 'USDT',
    address: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
    decimals: 6,
  },
  {
    network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    symbol: 'USDG',
    address: '2u1tszSeqZ3qBWF3uNGPFc8TzMk2tdiwknnRMWGWjGWH',
    decimals: 6,
  },
  {
    network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    symbol: 'PYUSD',
    address: '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo',
    decimals: 6,
  },
  {
    network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    symbol: 'CASH',
    address: 'CASHx9KJUStyftLFWGvEVf59SGeG9sh5FfcnZMVPCASH',
    decimals: 6,
  },
  {
    network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    symbol: 'USDC',
    address: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
    decimals: 6,
  },
  {
    network: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
    symbol: 'USDC',
    address: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
    decimals: 6,
  },
  {
    network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    symbol: 'USDG',
    address: '4F6PM96JJxngmHnZLBh9n58RH4aTVNWvDs2nuwrT5BP7',
    decimals: 6,
  },
  {
    network: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
    symbol: 'USDG',
    address: '4F6PM96JJxngmHnZLBh9n58RH4aTVNWvDs2nuwrT5BP7',
    decimals: 6,
  },
  {
    network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    symbol: 'PYUSD',
    address: 'CXk2AMBfi3TwaEL2468s6zP8xq9NxTXjp9gjMgzeUynM',
    decimals: 6,
  },
  {
    network: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
    symbol: 'PYUSD',
    address: 'CXk2AMBfi3TwaEL2468s6zP8xq9NxTXjp9gjMgzeUynM',
    decimals: 6,
  },
]
