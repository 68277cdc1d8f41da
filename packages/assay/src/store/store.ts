import type { AccountStore } from './words/accounts.js'
import type { CatalogStore } from './words/catalog.js'
import type { CheckStore } from './words/checks.js'
import type { DirectoryStore } from './words/directory.js'
import type { EvidenceStore } from './words/evidence.js'
import type { FiguresStore } from './words/figures.js'
import type { FrontierStore } from './words/frontier.js'
import type { ListStore } from './words/lists.js'
import type { ObservationStore } from './words/observation.js'
import type { PaymentStore } from './words/payments.js'
import type { ReceiptStore } from './words/receipts.js'
import type { RegistrationStore } from './words/registration.js'
import type { SpendingStore } from './words/spending.js'
import type { WatchStore } from './words/watches.js'

// The port of the operational store, in the words of the product. SQLite and
// PostgreSQL implement it and pass one contract suite (store-contract.ts).
// Times are epoch milliseconds; amounts are digit strings; every method is one
// transaction. What is appended is never rewritten; derived rows can be dropped
// and derived again from evidence.

/** A bounded whole: everything that a process needs of the store. */
export type Store = EvidenceStore &
  CatalogStore &
  FrontierStore &
  ObservationStore &
  RegistrationStore &
  ListStore &
  CheckStore &
  WatchStore &
  AccountStore &
  PaymentStore &
  ReceiptStore &
  SpendingStore &
  DirectoryStore &
  FiguresStore &
  StoreAdmin

/** The store as a thing that is run. */
export type StoreAdmin = {
  readonly dialect: 'sqlite' | 'postgres'
  /** The store's own clock plus the stored offset that tests set. */
  now(): Promise<number>
  setClockOffset(ms: number): Promise<void>
  /**
   * A consistent copy, put in place whole: SQLite as a database file,
   * PostgreSQL as a portable archive. `restoreStore` reads both.
   */
  backup(file: string): Promise<void>
  close(): Promise<void>
}

export type {
  AccountStore,
  ApiKey,
  QuotaClaim,
  QuotaTaken,
} from './words/accounts.js'
export type {
  CatalogPass,
  CatalogStore,
  Coverage,
  Endpoint,
  ListedOffer,
  Listing,
  ListingChanges,
  ListingSpan,
} from './words/catalog.js'
export type { CheckStore, Pin, StoredCheck } from './words/checks.js'
export type {
  DirectoryEntry,
  DirectoryPage,
  DirectoryQuery,
  DirectorySort,
  DirectoryStore,
  TrackedWallet,
} from './words/directory.js'
export type {
  EvidenceStore,
  ObservedEvidence,
  StoredEvidence,
} from './words/evidence.js'
export type {
  FiguresStore,
  SettlementJob,
  WalletFigures,
} from './words/figures.js'
export type {
  FinishedVisits,
  FrontierStore,
  HostLease,
  HostRelease,
} from './words/frontier.js'
export type { ListEntry, ListSnapshot, ListStore } from './words/lists.js'
export type {
  CategoryQuote,
  Observation,
  ObservationStore,
  StoredScore,
} from './words/observation.js'
export type { Pack, Payment, PaymentStore } from './words/payments.js'
export type {
  Objection,
  ReceiptQuery,
  ReceiptStore,
  StoredReceipt,
} from './words/receipts.js'
export type {
  Registration,
  RegistrationStore,
} from './words/registration.js'
export type { SpendEvent, SpendingStore } from './words/spending.js'
export type {
  Delivery,
  Watch,
  WatchEvent,
  WatchStore,
} from './words/watches.js'
