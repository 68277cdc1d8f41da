/** What can be wrong with a challenge as a whole; each is named at most once. */
export const CHALLENGE_DEFECTS = {
  header_base64url: 'the header uses the URL alphabet of base64',
  header_raw_json: 'the header holds JSON that is not base64',
  header_repeated: 'the header came several times with the same text',
  header_conflict: 'the header came several times with different texts',
  header_unreadable: 'the header gives no JSON object',
  header_not_utf8: 'the header has bytes that are no UTF-8',
  json_invalid: 'a text is not valid JSON',
  json_too_deep: 'a JSON text is nested too deep',
  too_large: 'a text is too large, or was cut off',
  version_string: 'x402Version is a string',
  version_unknown: 'x402Version is missing or unknown',
  generation_mix: 'version 1 terms stand in the version 2 header',
  resource_missing: 'version 2 terms name no resource url',
  body_only_v2:
    'version 2 terms stand only in the body: stock clients cannot pay',
  duplicate_key: 'a key stands twice in one object',
} as const

export type ChallengeDefect = keyof typeof CHALLENGE_DEFECTS

type EntryDefectInfo = {
  /** False when the entry cannot be used because of it. */
  readonly readable: boolean
  readonly meaning: string
}

/** What can be wrong with one entry, in the order in which it is named. */
export const ENTRY_DEFECTS = {
  scheme_other: readable('another scheme than exact'),
  network_missing: unreadable('no network'),
  network_v1_name: readable('a version 1 network name in version 2 terms'),
  network_alias: readable('a network spelling outside both standards'),
  generation_mix: readable("the other generation's name of the amount"),
  amount_number: readable('the amount is a JSON number'),
  amount_leading_zeros: readable('the amount has leading zeros'),
  amount_unreadable: unreadable('the amount is no atomic integer'),
  amount_zero: unreadable('the amount is zero'),
  amount_overflow: unreadable('the amount is above 2^256 − 1'),
  asset_missing: unreadable('no asset'),
  asset_checksum: readable("the asset's EIP-55 checksum is wrong"),
  pay_to_missing: unreadable('no payee'),
  pay_to_family: unreadable("the payee is no address of the entry's network"),
  pay_to_burn: unreadable('the payee is a burn address'),
  pay_to_is_asset: unreadable('the payee is the asset itself'),
  pay_to_checksum: readable("the payee's EIP-55 checksum is wrong"),
  timeout_long: readable('maxTimeoutSeconds is long'),
  timeout_absurd: readable('maxTimeoutSeconds is absurdly long'),
} as const satisfies Record<string, EntryDefectInfo>

export type EntryDefect = keyof typeof ENTRY_DEFECTS

function readable(meaning: string): EntryDefectInfo {
  return { readable: true, meaning }
}

function unreadable(meaning: string): EntryDefectInfo {
  return { readable: false, meaning }
}
