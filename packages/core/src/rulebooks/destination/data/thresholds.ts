import type { Threshold } from '../../../rulebook/rulebook.js'

/** Every number the procedure compares with. */
export const THRESHOLDS = {
  start_score: {
    value: 100,
    unit: 'points',
    why: 'Penalties are taken from here.',
  },
  block_below_score: {
    value: 40,
    unit: 'points',
    why: 'So many soft signals together weigh as much as a hard rule.',
  },
  suspicious_up_to_score: {
    value: 69,
    unit: 'points',
    why: 'The highest score that still asks for a human.',
  },
  trusted_floor_score: {
    value: 92,
    unit: 'points',
    why: 'A trusted host never scores below this.',
  },
  longest_target: {
    value: 2_048,
    unit: 'UTF-16 units',
    why: 'No seller needs a longer address; longer text is not read.',
  },
  age_block_days: {
    value: 2,
    unit: 'days',
    why: 'Scam domains are mostly used within hours of registration.',
  },
  age_very_young_days: {
    value: 7,
    unit: 'days',
    why: 'A week is too short for a record anybody could check.',
  },
  age_young_days: {
    value: 30,
    unit: 'days',
    why: 'Most phishing domains do not live longer than a month.',
  },
  age_established_days: {
    value: 180,
    unit: 'days',
    why: 'From half a year on the age says nothing against a domain.',
  },
  many_hyphens: {
    value: 3,
    unit: 'hyphens in the host',
    why: 'Bait names are strung together with hyphens.',
  },
  usual_port: {
    value: 443,
    unit: 'port',
    why: 'Public https services stand on 443.',
  },
  shortest_brand_for_fold: {
    value: 4,
    unit: 'characters',
    why: 'Shorter names meet other words by chance.',
  },
  shortest_brand_for_length_change: {
    value: 5,
    unit: 'characters',
    why: 'One character more or less turns a short name into another word.',
  },
} as const satisfies Record<string, Threshold>
