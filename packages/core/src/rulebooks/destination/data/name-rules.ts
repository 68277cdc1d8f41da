/** Brands that are everyday words: one insertion, deletion or confusable
 * character of them proves nothing. */
export const PLAIN_WORDS: readonly string[] = [
  'together',
  'fireworks',
  'linear',
  'notion',
  'slack',
  'cursor',
  'replicate',
  'sentry',
  'docker',
  'alchemy',
  'azure',
  'cohere',
  'mistral',
  'stripe',
  'perplexity',
  'amazon',
]

/** Plain words that count as the brand even without a bait token. */
export const PLAIN_WORDS_WITHOUT_BAIT: readonly string[] = ['amazon', 'stripe']

/** Words that make a plain word beside them a claim to be the brand. */
export const BAIT_TOKENS: readonly string[] = [
  'login',
  'signin',
  'secure',
  'verify',
  'verification',
  'support',
  'pay',
  'payment',
  'wallet',
  'account',
  'billing',
  'claim',
  'update',
  'auth',
]

/** Characters taken for one another, both ways. */
export const CONFUSABLE_PAIRS: readonly string[] = [
  'o0',
  'l1',
  'i1',
  'il',
  'e3',
  'a4',
  's5',
  't7',
  'b8',
  'g9',
  'gq',
  'uv',
  'mn',
]

/** Names that never leave the machine or the site. */
export const LOCAL_NAMES: readonly string[] = ['localhost']

/** A name under one of these is local; the last three names alone are not. */
export const LOCAL_PARENTS: readonly string[] = [
  'localhost',
  'local',
  'internal',
  'home.arpa',
]
