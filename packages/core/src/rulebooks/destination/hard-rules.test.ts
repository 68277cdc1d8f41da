import { describe, expect, test } from 'vitest'
import { nameFindings } from './hard-rules.js'
import { siteOf } from './site.js'

const codes = (host: string) =>
  nameFindings(siteOf(host))
    .map(({ code }) => code)
    .join(' ')

describe('nameFindings', () => {
  test.each([
    ['airdrop.org', 'airdrop_bait'],
    ['big-air-drop.org', 'airdrop_bait'],
    ['chairdrop.org', ''],
    ['fairdrop.org', ''],
    ['tairdrop.org', ''],
    ['xairdrop.org', 'airdrop_bait'],
    ['seedphrase.org', 'seed_phrase'],
    ['recovery-words.org', 'seed_phrase'],
    ['secretword.org', 'seed_phrase'],
    ['mnemonic-phrase.org', 'seed_phrase'],
    ['seed--phrase.org', ''],
    ['walletconnect.app', 'wallet_connect_phish'],
    ['wallet-connect.org', 'wallet_connect_phish'],
    ['walletconnect.com', ''],
    ['relay.walletconnect.org', ''],
    ['walletconnect.network', ''],
    ['walletconnect.reown.com', ''],
    ['walletconnect.com.evil.org', 'wallet_connect_phish'],
    ['free-usdc.org', 'free_crypto'],
    ['freecoin.org', 'free_crypto'],
    ['freecoins.org', 'free_crypto'],
    ['freecoinsx.org', ''],
    ['free-sol.org', 'free_crypto'],
    ['free-solar.org', ''],
    ['freeeth2.org', 'free_crypto'],
    ['carefree-tokens.org', ''],
    ['sugarfree-coins.org', ''],
    ['tollfree-coins.org', ''],
    ['glutenfree-coins.org', ''],
    ['dutyfree-coins.org', ''],
    ['duty-free-coins.org', 'free_crypto'],
    ['claim-usdc.org', 'claim_crypto'],
    ['claimyourrewards.org', 'claim_crypto'],
    ['claim-your-btc.org', 'claim_crypto'],
    ['claimbtcx.org', ''],
  ])('%s: %s', (host, expected) => {
    expect(codes(host)).toBe(expected)
  })

  test('behavior: the owner of a brand is no typosquatter', () => {
    expect(codes('googl.com')).toBe('')
    expect(codes('googl.org')).toBe('typosquat')
  })
})
