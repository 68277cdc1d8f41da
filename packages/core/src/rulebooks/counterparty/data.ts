import type { Reason, Rule, Threshold } from '../../rulebook/rulebook.js'

/** Every number the rules compare with. */
export const THRESHOLDS = {
  window_days: {
    value: 30,
    unit: 'days',
    why: 'The window of the published method: at > now − 30 d and at ≤ now',
  },
  avoid_ratio: {
    value: 0.5,
    unit: 'washed / total volume, 4 decimals, at least',
    why: 'Half of the nominal volume or more is fake',
  },
  trusted_ratio: {
    value: 0.1,
    unit: 'washed / total volume, 4 decimals, at most',
    why: 'Rule 2 counts refunds as loops, so a little is normal',
  },
  trusted_buyers: {
    value: 5,
    unit: 'distinct real buyers, at least',
    why: 'Fewer wallets can all belong to one person',
  },
  repeat_settlements: {
    value: 2,
    unit: 'unwashed settlements of one buyer, at least',
    why: 'A second purchase says that the first one was worth it',
  },
  refund_days: {
    value: 7,
    unit: 'days after the settlement, at most',
    why: 'A later transfer of the same amount is no plain refund',
  },
  hop_wallets: {
    value: 3,
    unit: 'intermediate wallets, at most',
    why: 'Longer paths join strangers by chance',
  },
  hop_share: {
    value: 2,
    unit: 'a hop carries at least one part in',
    why: 'At least half of what left pay_to, so that small change is no path',
  },
  cohort_buyers: {
    value: 5,
    unit: 'buyers, at least',
    why: 'Fewer may meet in the same minutes by chance',
  },
  cohort_window: {
    value: 600,
    unit: 'seconds, floor(unix / 600)',
    why: 'Wallets that one script makes start together',
  },
  fresh_hours: {
    value: 24,
    unit: 'hours since updated_at, at most',
    why: 'Older scores are never sold',
  },
  retry_after_min: {
    value: 60,
    unit: 'seconds',
    why: 'Nothing is rescored sooner',
  },
  retry_after_max: {
    value: 86_400,
    unit: 'seconds',
    why: 'Scores are renewed daily',
  },
} as const satisfies Record<string, Threshold>

/** Tenths of confidence that each feed adds. */
export const CONFIDENCE_TENTHS = {
  catalog: 1,
  settlement: 6,
  probe: 3,
} as const

/** Why a wallet can be left out of the real buyers. */
export const EXCLUDED_WHY = ['bootstrap', 'own_probe'] as const

/** The words of `source`, in their order. */
export const SOURCE_WORDS = {
  catalog: 'bazaar',
  settlement: 'settlement',
  probe: '402-probe',
  self: 'self=true',
} as const

export const REASONS = {
  INVALID_SUBJECT: {
    text: 'The subject is neither an http(s) URL with a host nor an EVM or Solana address.',
    effect: 'no answer, 400',
  },
  ANSWER_UNAVAILABLE: {
    text: 'There is no fresh score of this subject.',
    effect: 'no answer, 503, nothing settled',
  },
} as const satisfies Record<string, Reason>

export const RULES: readonly Rule[] = [
  {
    id: 'window',
    when: 'a transfer lies in (now − 30 d, now] and its amount is above 0',
    then: 'it counts; rows of one list equal in tx and log_index count once',
  },
  {
    id: 'self_dealing',
    when: 'a settlement comes from pay_to itself',
    then: 'it is washed',
  },
  {
    id: 'funding_loop',
    when: 'pay_to sent any amount to a buyer anywhere in the window',
    then: 'all settlements of that buyer are washed',
  },
  {
    id: 'excluded',
    when: 'a wallet is listed as bootstrap or own_probe',
    then: 'it is no real buyer, its volume stays, it is disclosed when it paid',
  },
  {
    id: 'avoid',
    when: 'the probe completed without a valid challenge, or the ratio is at least avoid_ratio',
    then: 'avoid',
  },
  {
    id: 'trusted',
    when: 'settlements are available, the probe completed with a valid challenge that names pay_to, the ratio is at most trusted_ratio, and there are trusted_buyers real buyers',
    then: 'trusted',
  },
  { id: 'caution', when: 'everything else', then: 'caution' },
  {
    id: 'multi_hop',
    when: 'value came back from pay_to to a buyer over 1 to hop_wallets other wallets, no hop earlier than the one before or below half of what left pay_to',
    then: 'the buyer is listed in extended.multi_hop; the verdict does not change',
  },
  {
    id: 'refunds',
    when: 'pay_to sent a buyer the amount of an earlier settlement, within refund_days, matched to the latest unmatched one',
    then: 'it counts in extended.refunds; the verdict does not change',
  },
  {
    id: 'cohorts',
    when: 'cohort_buyers buyers first paid in the same cohort_window and all paid one amount equally often',
    then: 'they are listed in extended.cohorts; the verdict does not change',
  },
]

export const LIMITS: readonly string[] = [
  'A refund counts as a funding loop: a stated false-positive bias.',
  'Loops over three or more wallets are not in the ratio, which is therefore a lower bound; extended.multi_hop shows those over up to three wallets in between.',
  'Only canonical USDC transfers of the window are seen: no other token, no payment off the chain.',
  'A transfer is a public fact, its purpose is not: whoever controls two wallets without a path between them is not found.',
  'It is no liveness monitor, no audit of code or team, and no promise of delivery.',
]
