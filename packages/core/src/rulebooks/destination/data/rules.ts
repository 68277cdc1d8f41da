import type { Rule } from '../../../rulebook/rulebook.js'

/** The procedure in plain words, in the order in which it is applied. */
export const RULES: readonly Rule[] = [
  {
    id: 'read_target',
    when: 'The target is missing, not text, longer than 2048 UTF-16 units, no URL, or a host without a dot that is neither localhost nor an IP address.',
    then: 'missing_target alone: cap 5, block.',
  },
  {
    id: 'wallet',
    when: 'The target starts with 0x and has no dot, slash or colon.',
    then: 'Invalid hex and burn addresses block; every other wallet is unknown with 80. There is no chain analysis.',
  },
  {
    id: 'ens',
    when: 'The host ends in .eth.',
    then: 'ens_name: −30, suspicious, no age rule.',
  },
  {
    id: 'hard_rules',
    when: 'Another scheme than https, a user name, an IP address, a local or private host, a refused top-level domain, a denied domain, a scam pattern, or a misspelled brand.',
    then: 'Block with the lowest cap; all that hold are named and nothing further is looked at.',
  },
  {
    id: 'allowlist',
    when: 'The host is a listed domain or under one, and no customer of it writes its content.',
    then: 'Age, hyphens and names are not judged.',
  },
  {
    id: 'age',
    when: 'A registration date is known, not in the future, and the host is not under a platform’s suffix.',
    then: 'Exactly one age rule by exact age; otherwise age_unknown: −12. Age is never invented.',
  },
  {
    id: 'hyphens',
    when: 'The ASCII host has at least 3 hyphens, those of xn-- not counted, and is not under a platform’s suffix.',
    then: 'hyphen_count_at_least_3: −22, suspicious, cap 69.',
  },
  {
    id: 'names',
    when: 'A token of the host is a brand, or a label imitates Latin letters; the owner of a brand is exempt.',
    then: 'brand_impersonation: −45, suspicious; unicode_or_punycode_lookalike: −40, suspicious.',
  },
  {
    id: 'url',
    when: 'The port is another than 443, or the path, query or fragment holds a wallet address.',
    then: 'unusual_port: −15, suspicious; embedded_wallet_in_url: −15, never trusted.',
  },
  {
    id: 'verdict',
    when: 'All findings are collected.',
    then: '100 less the penalties, at most the lowest cap. Block below 40; suspicious when forced or up to 69; trusted only for an allowlisted host; else unknown. A new or random name is never trusted.',
  },
]

/** What the rules do not see. */
export const LIMITS: readonly string[] = [
  'It reads the name, not the page behind it.',
  'Wallets are not analysed and never trusted.',
  'ENS names are not resolved.',
  'amount_usd, category, purpose and other free text are dropped before scoring and never stored.',
  'Two names that differ by more than one edit are not compared.',
  'It sends no payment, signs nothing and holds no keys.',
]
