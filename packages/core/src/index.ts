export {
  addressKey,
  isEvmAddress,
  isSolanaAddress,
  sameAddress,
} from './address/address.js'
export { base58Of, bytesOfBase58 } from './address/base58.js'
export {
  type CatalogDocument,
  readCatalogDocument,
} from './catalog/catalog-document.js'
export {
  EXCLUSIONS,
  type ExclusionReason,
  LEFT_OUT_OFFERS,
  type LeftOutOffer,
} from './catalog/exclusions.js'
export type {
  CatalogListing,
  CatalogOffer,
  EntryShape,
  ReadEntry,
} from './catalog/listing.js'
export {
  type ListingChange,
  type ListingDifference,
  listingChanges,
} from './catalog/listing-changes.js'
export { readOpenApi } from './catalog/open-api.js'
export { hasPathTemplate } from './catalog/path-template.js'
export {
  catalogEntryKey,
  type ReadEntryOptions,
  readCatalogEntry,
} from './catalog/read-catalog-entry.js'
export { readScanPage } from './catalog/scan-page.js'
export type { SellerResources } from './catalog/seller-entry.js'
export { readSitemap, type Sitemap } from './catalog/sitemap.js'
export { readWellKnown } from './catalog/well-known.js'
export { DECISION_CODES } from './decision/codes.js'
export { type Decision, decide } from './decision/decide.js'
export { type DecisionInput, decisionInputSchema } from './decision/input.js'
export {
  type Dossier,
  type DossierEntry,
  dossier,
  entryOf,
} from './evidence/dossier.js'
export {
  EVIDENCE_KINDS,
  type EvidenceKind,
  type EvidenceRecord,
  evidenceRecordSchema,
} from './evidence/record.js'
export {
  evidenceSha256,
  sealEvidence,
  type UnsealedEvidence,
} from './evidence/seal.js'
export { hostKey } from './identity/host.js'
export { catalogKey, resourceId, resourceOf } from './identity/resource.js'
export { walletKey } from './identity/wallet.js'
export { canonicalJson } from './json/canonical.js'
export { digestOf, sha256Hex } from './json/digest.js'
export { isObject, type JsonObject, type JsonValue, own } from './json/value.js'
export { wellFormedJson } from './json/well-formed.js'
export { validateAgainst } from './json-schema/validate-against.js'
export {
  compareFractions,
  decimalText,
  type Fraction,
  fraction,
  medianOf,
  medianOfFractions,
  roundHalfUp,
} from './money/fraction.js'
export {
  atomicToUsd,
  parseAtomic,
  parseUsd,
  usdToAtomic,
} from './money/usd.js'
export { CONFUSABLES_VERSION } from './names/confusables.js'
export {
  isUnderPrivateSuffix,
  PUBLIC_SUFFIX_LIST_VERSION,
  registrableDomain,
} from './names/registrable.js'
export { isGloballyReachable, reachability } from './net/reachability.js'
export { policySha256 } from './policy/policy-digest.js'
export {
  defaultPolicy,
  type SpendPolicy,
  spendPolicySchema,
  unknownPolicyFields,
} from './policy/spend-policy.js'
export { buildReport } from './report/build-report.js'
export { type Bundle, buildBundle, bundleSchema } from './report/bundle.js'
export { reportToMarkdown } from './report/render-markdown.js'
export { reportToSarif } from './report/render-sarif.js'
export { reportToText } from './report/render-text.js'
export { type Replay, replayBundle } from './report/replay.js'
export {
  type ListSnapshot,
  type Report,
  reportSchema,
} from './report/report.js'
export { type VerdictRow, verdictRows } from './report/verdict-rows.js'
export { describeRulebook, jsonSchemaOf } from './rulebook/describe.js'
export {
  type InputError,
  inputError,
  isInputError,
  readInput,
} from './rulebook/input.js'
export type { Reason, Rule, Rulebook, Threshold } from './rulebook/rulebook.js'
export { rulebookToText } from './rulebook/to-text.js'
export { counterparty } from './rulebooks/counterparty/rulebook.js'
export { destination } from './rulebooks/destination/rulebook.js'
export { categoryOf } from './rulebooks/endpoint-health/category.js'
export { endpointHealth } from './rulebooks/endpoint-health/rulebook.js'
export { JUDGES, RULEBOOKS, rulebookOf } from './rulebooks/index.js'
export { merchantCategoryOf } from './rulebooks/merchant/category.js'
export { merchant } from './rulebooks/merchant/rulebook.js'
export {
  type DeclaredSchema,
  declaredSchema,
} from './rulebooks/terms/declared-schema.js'
export { glanceAtTerms } from './rulebooks/terms/glance.js'
export { judgeTermsRead, terms } from './rulebooks/terms/rulebook.js'
export { termsReputation } from './rulebooks/terms-reputation/rulebook.js'
export {
  type AddressMatcher,
  createAddressMatcher,
} from './screening/address-matcher.js'
export {
  type AddressFamily,
  type ListedAddress,
  listedAddress,
  listedAddressKey,
} from './screening/listed-address.js'
export { listedName, namesUpFrom } from './screening/listed-name.js'
export {
  createNameMatcher,
  type NameMatcher,
  type NameReach,
  reachOfDenied,
} from './screening/name-matcher.js'
export { safeText } from './text/safe-text.js'
export {
  compareInstants,
  formatInstant,
  type Instant,
  parseInstant,
} from './time/instant.js'
export { readChallenge } from './x402/challenge.js'
export type {
  Challenge,
  ChallengeDocument,
  CollectedResponse,
  Offer,
} from './x402/challenge-types.js'
export { decodeUtf8 } from './x402/decode-utf8.js'
export { mapNetwork, networkFamily } from './x402/network.js'
export { savedResponseSchema } from './x402/saved-response.js'
export { type StockClient, stockClient } from './x402/stock-client.js'
export { CANONICAL_USDC, isCanonicalUsdc } from './x402/usdc.js'
