/** Known scam domains; their sub-domains count as well. */
export const DENYLIST_DOMAINS: readonly string[] = [
  'metamask-support.com',
  'metamask-wallet.io',
  'wallet-connect-secure.com',
  'claim-airdrop.com',
  'free-usdc.com',
  'openai-login.com',
  'stripe-secure-pay.com',
  'github-verify-login.com',
  'coinbase-wallet-secure.com',
]

/** Top-level domains that are refused. */
export const BAD_TLDS: readonly string[] = [
  'tk',
  'ml',
  'ga',
  'cf',
  'gq',
  'zip',
  'mov',
]

/** A pattern of scam host names, tested on the ASCII host. */
export type ScamPattern = {
  readonly code: ScamCode
  /** A regular expression over lower-case text. */
  readonly pattern: string
  /** Registrable domains it does not apply to. */
  readonly except: readonly string[]
}

export type ScamCode =
  | 'airdrop_bait'
  | 'seed_phrase'
  | 'wallet_connect_phish'
  | 'free_crypto'
  | 'claim_crypto'

/** In the order in which they are reported. */
export const SCAM_PATTERNS: readonly ScamPattern[] = [
  { code: 'airdrop_bait', pattern: '(?<![fht])air-?drop', except: [] },
  {
    code: 'seed_phrase',
    pattern: '(seed|recovery|secret|mnemonic)-?(phrase|words?)',
    except: [],
  },
  {
    code: 'wallet_connect_phish',
    pattern: 'wallet-?connect',
    except: [
      'walletconnect.com',
      'walletconnect.org',
      'walletconnect.network',
      'reown.com',
    ],
  },
  {
    code: 'free_crypto',
    pattern:
      '(?<!care)(?<!sugar)(?<!toll)(?<!gluten)(?<!duty)free-?(usdc|usdt|eth|btc|bitcoin|sol|crypto|coins?|tokens?)(?![a-z])',
    except: [],
  },
  {
    code: 'claim_crypto',
    pattern:
      'claim-?(your-?)?(usdc|usdt|eth|btc|bitcoin|sol|crypto|coins?|tokens?|rewards?)(?![a-z])',
    except: [],
  },
]
