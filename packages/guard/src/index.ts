export type { Approval } from './approval/approval.js'
export type { ApprovedTerms } from './approval/terms.js'
export type {
  AuthorizationReader,
  AuthorizationState,
} from './chain/reader.js'
export { type RpcReaderOptions, rpcReader } from './chain/rpc-reader.js'
export {
  type HoldAnswer,
  PaymentBlocked,
  PaymentHeld,
  type ReceivedChallenge,
  type RefusedPayment,
} from './errors.js'
export type {
  GuardEvent,
  GuardListener,
  Telemetry,
  TelemetrySpan,
} from './events.js'
export {
  type CallOptions,
  type Expectation,
  type Listing,
  withCall,
} from './expectation.js'
export {
  type Ask,
  createGuard,
  type Guard,
  type GuardOrOptions,
} from './guard.js'
export { GUARD_REASONS, type GuardReasonCode } from './guard-reasons.js'
export type { EngineOptions } from './judge/engine.js'
export type { Jwk, Jwks } from './judge/keys.js'
export type { Screening } from './judge/local.js'
export {
  type EngineLedgerOptions,
  engineLedger,
} from './ledger/engine-ledger.js'
export type {
  Authorization,
  LedgerEvent,
  LedgerTerms,
  Outcome,
} from './ledger/event.js'
export {
  createLedger,
  type Ledger,
  type LedgerLog,
} from './ledger/ledger.js'
export { memoryLedger } from './ledger/memory-ledger.js'
export type { Spent } from './ledger/view.js'
export type {
  FailMode,
  GuardOptions,
  HeldPayment,
  Sources,
} from './options.js'
export type { Answer, ToldOutcome } from './outcomes.js'
export type { PaidRequest } from './request.js'
export { guardAxios } from './seats/guard-axios.js'
export {
  type GuardableClient,
  type GuardableHttpClient,
  guard,
} from './seats/guard-client.js'
export { guardFetch } from './seats/guard-fetch.js'
export {
  guardMcp,
  type McpGuardOptions,
  type McpHooks,
  type McpPaymentClient,
  mcpChallenge,
  mcpHooks,
} from './seats/guard-mcp.js'
export { guardSigner } from './seats/guard-signer.js'
export { guarded } from './seats/guarded.js'
export { type ReceiptToVerify, verifyReceipt } from './verify-receipt.js'
