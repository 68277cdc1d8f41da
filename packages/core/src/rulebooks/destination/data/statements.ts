import type { JsonObject } from '../../../json/value.js'

/** What the policy says about itself. */
export const STATEMENTS: JsonObject = {
  summary:
    'Start at 100 and subtract the penalties. Hard blocks cap the score and force the verdict block. Trusted is only an allowlisted host served over https on port 443. Wallets are never trusted.',
  determinism:
    'amount_usd, category, purpose and any other free text are discarded. They are not scored and they are not stored. Repeating a check with different wording cannot change the verdict.',
  does_not:
    'It does not send payments, does not sign transactions and does not hold wallet keys.',
  verdicts: {
    trusted:
      'Allowlisted https host on port 443 without a wallet in the URL. recommended_action proceed.',
    unknown:
      'No hard block and a score of 70 or more, but not trusted. recommended_action verify_out_of_band.',
    suspicious:
      'Score 40 to 69, or a soft signal that forces it. recommended_action require_human_review.',
    block: 'Hard rule or score under 40. recommended_action do_not_pay.',
  },
  hard_rules: [
    'A missing target caps the score at 5 and blocks.',
    'Other schemes than https, IP addresses, localhost and private addresses block.',
    'URL userinfo (user:pass@host) blocks.',
    'Denylisted domains, scam-name patterns and refused top-level domains block.',
    'Misspellings of brands block: a name that folds to the brand, one insertion or deletion, an adjacent transposition, or one confusable character.',
    'A domain age under 2 days blocks (cap 20). Age is never invented; a failed look-up is unknown, not zero.',
    'A new or random domain is never trusted, even with a high score.',
    '0x wallets: invalid hex blocks, burn addresses block, every other address is unknown.',
  ],
}
