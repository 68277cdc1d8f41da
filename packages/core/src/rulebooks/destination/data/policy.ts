import { BURN_ADDRESSES } from '../../../address/burn.js'
import type { JsonObject, JsonValue } from '../../../json/value.js'
import { CONFUSABLES_VERSION } from '../../../names/confusables.js'
import { FOLDED_CHARACTERS, FOLDED_PAIRS } from '../../../names/fold.js'
import { PUBLIC_SUFFIX_LIST_VERSION } from '../../../names/registrable.js'
import { SPECIAL_PURPOSE_VERSION } from '../../../net/special-purpose.js'
import type { Reason } from '../../../rulebook/rulebook.js'
import { ALLOWLIST, CUSTOMER_CONTROLLED } from './allowlist.js'
import { BRAND_OWNED } from './brand-owned.js'
import { BAD_TLDS, DENYLIST_DOMAINS, SCAM_PATTERNS } from './denylist.js'
import { DISTINCT_NAMES } from './distinct-names.js'
import { FINDINGS, type FindingCode, type FindingRule } from './findings.js'
import {
  BAIT_TOKENS,
  CONFUSABLE_PAIRS,
  LOCAL_NAMES,
  LOCAL_PARENTS,
  PLAIN_WORDS,
  PLAIN_WORDS_WITHOUT_BAIT,
} from './name-rules.js'
import { INSECURE_SCHEMES, REQUIRED_SCHEME } from './schemes.js'
import { SERVICE } from './service.js'
import { STATEMENTS } from './statements.js'
import { THRESHOLDS } from './thresholds.js'

const FORCES_IN_WORDS = {
  block: 'block',
  suspicious: 'suspicious',
  untrusted: 'never trusted',
  nothing: 'forces no verdict',
} as const

/** Every list, penalty, cap and limit, by its published name. */
export const DATA: Readonly<Record<string, JsonValue>> = {
  policy_version: '1',
  versions: {
    public_suffix_list: PUBLIC_SUFFIX_LIST_VERSION,
    confusables: CONFUSABLES_VERSION,
    special_purpose_addresses: SPECIAL_PURPOSE_VERSION,
  },
  ...STATEMENTS,
  penalties: penalties(),
  caps: caps(),
  allowlist: ALLOWLIST,
  customer_controlled: CUSTOMER_CONTROLLED,
  denylist_domains: DENYLIST_DOMAINS,
  denylist_patterns: SCAM_PATTERNS.map(({ code, pattern, except }) => ({
    code,
    reason: FINDINGS[code].text,
    pattern,
    except_registrable_domains: except,
  })),
  bad_tlds: BAD_TLDS,
  required_scheme: REQUIRED_SCHEME,
  insecure_schemes: INSECURE_SCHEMES,
  local_names: LOCAL_NAMES,
  local_parents: LOCAL_PARENTS,
  brand_owned: BRAND_OWNED,
  distinct_names: DISTINCT_NAMES,
  plain_words: PLAIN_WORDS,
  plain_words_without_bait: PLAIN_WORDS_WITHOUT_BAIT,
  bait_tokens: BAIT_TOKENS,
  confusable_pairs: CONFUSABLE_PAIRS,
  fold: { characters: FOLDED_CHARACTERS, pairs: FOLDED_PAIRS },
  ...SERVICE,
  wallet: {
    chain_analysis: 'not_in_v1',
    checksum:
      'EIP-55 is not validated in v1. Any 40 hex characters are accepted.',
    burn_addresses: BURN_ADDRESSES,
  },
}

/** The codes with their sentences and what each does. */
export const REASONS: Readonly<Record<string, Reason>> = Object.fromEntries(
  findings().map(([code, rule]) => [
    code,
    { text: rule.text, effect: effectInWords(rule) },
  ]),
)

function findings(): [FindingCode, FindingRule][] {
  return Object.entries(FINDINGS) as [FindingCode, FindingRule][]
}

function penalties(): JsonObject {
  const subtracted = findings()
    .filter(([, { effect }]) => 'subtract' in effect)
    .map(([code, rule]) => [
      code,
      { ...rule.effect, effect: effectInWords(rule) },
    ])
  return {
    age_under_2_days: { ...FINDINGS.age_under_2_days.effect, verdict: 'block' },
    ...Object.fromEntries(subtracted),
    age_180_days_or_more: {
      subtract: 0,
      effect: 'no age penalty; still not trusted unless allowlisted',
    },
    allowlist_floor: THRESHOLDS.trusted_floor_score.value,
  }
}

function caps(): JsonObject {
  return Object.fromEntries(
    findings().flatMap(([code, { effect }]) =>
      'cap' in effect ? [[code, effect.cap]] : [],
    ),
  )
}

function effectInWords({ effect, forces, alsoCap }: FindingRule): string {
  const points = 'cap' in effect ? `cap ${effect.cap}` : `−${effect.subtract}`
  const limit = alsoCap === undefined ? '' : `, cap ${alsoCap}`
  return `${points}, ${FORCES_IN_WORDS[forces]}${limit}`
}
