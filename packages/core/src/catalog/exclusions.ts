/** Why an entry of a catalog is no listing; the first that applies is named. */
export const EXCLUSIONS = {
  not_an_entry: 'the entry is neither an object nor an address',
  facilitator: 'the entry is a facilitator, not a paid resource',
  no_url: 'the entry names no address',
  url_too_long: 'the address is longer than 2,048 characters',
  url_unreadable: 'the address is not an absolute URL',
  not_http: 'the address is not http or https',
  userinfo: 'the address carries a user name or a password',
  not_public: 'the address is private, local or reserved',
  other_origin: "a seller's document names an address of another origin",
  other_protocol: 'the resource is sold by another protocol than x402',
  no_terms: 'the entry names no payment terms',
  repeated: 'the resource stood earlier in the same pass',
} as const

export type ExclusionReason = keyof typeof EXCLUSIONS

/** Why an offer of a listing was left out; the listing itself stays. */
export const LEFT_OUT_OFFERS = {
  not_an_offer: 'the entry of accepts is not an object',
  scheme_unreadable: 'the scheme is not a text',
  network_missing: 'no network',
  pay_to_missing: 'no payee',
  pay_to_family: "the payee is no address of the offer's network",
  pay_to_burn: 'the payee is a burn address',
  pay_to_is_asset: 'the payee is the asset itself',
  text_unusable: 'a word is too long or has characters that cannot be kept',
  too_many: 'more offers than are looked at',
} as const

export type LeftOutOffer = keyof typeof LEFT_OUT_OFFERS
