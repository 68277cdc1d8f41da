import type { Reason, Rule, Threshold } from '../../rulebook/rulebook.js'

export const RESULTS = [
  'response',
  'network_error',
  'timeout',
  'robots_blocked',
  'not_sampled',
] as const
export const CHALLENGES = ['valid', 'invalid', 'none'] as const
export const REGISTRATION_STATUSES = ['known', 'unknown'] as const

/** The components and their points, in the order in which they are shown. */
export const COMPONENT_POINTS = {
  availability: 40,
  challenge: 25,
  price: 10,
  domain_age: 10,
  sanctions: 15,
} as const

export type ComponentId = keyof typeof COMPONENT_POINTS

export const COMPONENT_IDS = Object.keys(COMPONENT_POINTS) as ComponentId[]

/** Directory tags that make a category, in the order in which they win. */
export const CATEGORY_TAGS = [
  'AI',
  'Crypto',
  'Search',
  'Utility',
  'Trading',
  'Random',
] as const

export const UNCATEGORIZED = 'Uncategorized'

export const CATEGORIES = [...CATEGORY_TAGS, UNCATEGORIZED] as const

export type Category = (typeof CATEGORIES)[number]

export type Outcome = 'success' | 'failure' | 'unknown'

/** What each kind of observation counts as, by the advertised method. */
export const OUTCOMES = {
  robots_blocked: { get: 'unknown', other: 'unknown' },
  valid_challenge: { get: 'success', other: 'success' },
  answered: { get: 'success', other: 'unknown' },
  bad_challenge: { get: 'failure', other: 'failure' },
  inconclusive: { get: 'unknown', other: 'unknown' },
  refused: { get: 'failure', other: 'unknown' },
  other_status: { get: 'unknown', other: 'unknown' },
  unreachable: { get: 'failure', other: 'failure' },
} as const satisfies Record<string, { get: Outcome; other: Outcome }>

export type ObservationKind = keyof typeof OUTCOMES

/** Statuses that say nothing about a listed endpoint probed without payment. */
export const INCONCLUSIVE_STATUSES: readonly number[] = [405, 429, 501]

/** Points for a quote of up to so many times the median; above all of them 0. */
export const PRICE_STEPS = [
  { up_to_medians: 1, points: 10 },
  { up_to_medians: 2, points: 8 },
  { up_to_medians: 5, points: 4 },
] as const

/** Points for a domain of at least so many whole days; below all of them 0. */
export const AGE_STEPS = [
  { from_days: 365, points: 10 },
  { from_days: 90, points: 7 },
  { from_days: 30, points: 4 },
] as const

export const THRESHOLDS = {
  window_days: {
    value: 7,
    unit: 'days',
    why: 'A rolling week of observations.',
  },
  slot_hours: {
    value: 6,
    unit: 'hours',
    why: 'At most one observation a slot counts, so nobody can outvote time.',
  },
  slots: {
    value: 28,
    unit: 'slots',
    why: 'The slots of a week.',
  },
  fresh_hours: {
    value: 26,
    unit: 'hours',
    why: 'A day and two hours of delay; for observations and the sanctions list.',
  },
  min_hosts: {
    value: 3,
    unit: 'hosts',
    why: 'Fewer hosts do not make a category price.',
  },
  shown_decimals: {
    value: 4,
    unit: 'decimals',
    why: 'Points are exact; only what is shown is rounded.',
  },
} as const satisfies Record<string, Threshold>

export const REASONS = {
  availability: {
    text: '{success} of {usable} usable samples answered as advertised.',
    effect: '0 to 40 points',
  },
  availability_unknown: {
    text: 'No usable sample in the last seven days.',
    effect: 'unknown',
  },
  challenge_valid: {
    text: 'The newest usable sample is a valid 402 challenge.',
    effect: '25 points',
  },
  challenge_failed: {
    text: 'The newest usable sample failed or held no valid challenge.',
    effect: '0 points',
  },
  challenge_unknown: {
    text: 'No usable sample of the last 26 hours says whether there is a challenge.',
    effect: 'unknown',
  },
  price: {
    text: '{quote} atomic USDC against a median of {median} over {hosts} hosts.',
    effect: '0 to 10 points',
  },
  price_unknown: {
    text: 'No exact USDC quote, or fewer than three hosts to compare it with.',
    effect: 'unknown',
  },
  domain_age: {
    text: '{domain} was registered {days} days ago.',
    effect: '0 to 10 points',
  },
  domain_age_unknown: {
    text: 'No registration date that says anything about this host.',
    effect: 'unknown',
  },
  sanctions_clear: {
    text: 'No match of {addresses} addresses in the list published {published}.',
    effect: '15 points',
  },
  sanctions_match: {
    text: '{matches} matches in the list published {published}.',
    effect: '0 points, score 0',
  },
  sanctions_unknown: {
    text: 'No address checked against a list fetched in the last 26 hours.',
    effect: 'unknown',
  },
  score_match: {
    text: 'A paid address matches a sanctions list: verify this before acting.',
    effect: 'score 0',
  },
  score_known: {
    text: 'All five components are known.',
    effect: 'score published',
  },
  score_unknown: {
    text: 'Not published while a component is unknown; the range says what is possible.',
    effect: 'score null',
  },
} as const satisfies Record<string, Reason>

export const RULES: readonly Rule[] = [
  {
    id: 'observations',
    when: 'an observation is of the last seven days and was sampled',
    then: 'the earliest of each six-hour slot counts, of the newest 28 such slots',
  },
  {
    id: 'availability',
    when: 'at least one sample is usable',
    then: '40 × success / (success + failure)',
  },
  {
    id: 'challenge',
    when: 'the newest usable sample is at most 26 hours old',
    then: 'a valid 402 challenge 25, a failure 0, a 2xx unknown',
  },
  {
    id: 'price',
    when: 'there is an exact quote and at least three hosts quote in the category',
    then: 'up to the median 10, twice 8, five times 4, else 0',
  },
  {
    id: 'domain_age',
    when: 'the registration date of the registrable domain is known and the host is not under a private suffix',
    then: 'from 365 days 10, 90 days 7, 30 days 4, else 0',
  },
  {
    id: 'sanctions',
    when: 'at least one address was checked against a list fetched at most 26 hours ago',
    then: 'no match 15, a match 0',
  },
  {
    id: 'score',
    when: 'a match, or all five components known',
    then: 'a match 0; else the sum rounded half up; otherwise null with the possible range',
  },
]

export const LIMITS: readonly string[] = [
  'An unpaid probe cannot tell whether a seller delivers after payment.',
  'Sampled availability at most every six hours, not continuous uptime.',
  'Parsing a challenge is not verifying a payment.',
  'An old domain is not proof of safety; a name under a platform has no age of its own.',
  'No match in a sanctions list is not a certification of compliance.',
  'USDC is taken at one US dollar; other tokens and testnets have no price here.',
]
