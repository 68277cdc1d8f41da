import { fillDirectory } from '../fill-directory.js'
import type { Migration } from './migration.js'

/** Version 3: quotas, payments, receipts, spend ledgers, figures, directory. */
export const third: Migration = {
  version: 3,
  statements: (words) => [
    ...accounts(words),
    ...payments(words),
    ...receipts(words),
    ...spending(words),
    ...figures(words),
    ...directory(words),
    ...listings(words),
  ],
  fill: fillDirectory,
}

type Part = Migration['statements']

const accounts: Part = ({ int, text, byKey, table }) => [
  `create table quotas (
    scope ${text} not null,
    subject ${text} not null,
    from_at ${int} not null,
    until_at ${int} not null,
    used ${int} not null,
    most ${int} not null,
    primary key (scope, subject, from_at)
  )${byKey}`,
  'create index quotas_by_end on quotas (until_at)',
  `create table quota_keys (key ${text} primary key, until_at ${int} not null)${byKey}`,
  'create index quota_keys_by_end on quota_keys (until_at)',
  `create table api_keys (
    id ${text} primary key,
    key_sha256 ${text} not null unique,
    created_at ${int} not null,
    tier ${text} not null,
    label ${text}
  )${table}`,
]

const payments: Part = ({ int, text, bytes, table }) => [
  `create table payments (
    id ${text} primary key,
    at ${int} not null,
    route ${text} not null,
    request_sha256 ${text} not null,
    payer ${text},
    network ${text} not null,
    nonce ${text},
    amount_atomic ${text} not null,
    state ${text} not null,
    answer ${bytes} not null,
    settlement ${text}
  )${table}`,
  'create index payments_by_state on payments (state, at, id)',
  `create table packs (
    token_sha256 ${text} primary key,
    created_at ${int} not null,
    expires_at ${int} not null,
    size ${int} not null,
    unused ${int} not null,
    payment_id ${text} not null unique
  )${table}`,
  'create index packs_by_end on packs (expires_at)',
]

const receipts: Part = ({ int, text, bytes, table }) => [
  `create table receipts (
    id ${text} primary key,
    at ${int} not null,
    surface ${text} not null,
    resource_id ${text} not null,
    url ${text} not null,
    host ${text} not null,
    verdict ${text} not null,
    reason_code ${text},
    report_id ${text},
    jws ${text},
    summary ${bytes} not null
  )${table}`,
  'create index receipts_by_time on receipts (at, id)',
  'create index receipts_by_verdict on receipts (surface, verdict, at, id)',
  'create index receipts_by_surface on receipts (surface, at, id)',
  'create index receipts_by_host on receipts (host, at, id)',
  'create index receipts_by_url on receipts (url, at, id)',
  'create index receipts_by_resource on receipts (resource_id, at, id)',
  `create table objections (
    id ${text} primary key,
    at ${int} not null,
    host ${text} not null,
    about ${text},
    words ${text} not null,
    proof ${text} not null,
    wallet ${text},
    nonce ${text} not null unique
  )${table}`,
  'create index objections_by_host on objections (host, at, id)',
]

const spending: Part = ({ int, text, byKey }) => [
  `create table spend_accounts (account ${text} primary key, position ${int} not null)${byKey}`,
  `create table spend_events (
    account ${text} not null,
    position ${int} not null,
    event ${text} not null,
    primary key (account, position)
  )${byKey}`,
]

const figures: Part = ({ int, text, bytes, byKey, table }) => [
  `create table wallet_figures (
    network ${text} not null,
    wallet ${text} not null,
    at ${int} not null,
    figures ${bytes} not null,
    primary key (network, wallet)
  )${table}`,
  `create table settlement_jobs (
    id ${text} primary key,
    at ${int} not null,
    kind ${text} not null,
    arguments ${text} not null,
    state ${text} not null,
    detail ${text},
    lease_until ${int} not null
  )${table}`,
  'create index settlement_jobs_by_state on settlement_jobs (state, at, id)',
  'create index settlement_jobs_by_time on settlement_jobs (at, id)',
  `create table budgets (
    budget ${text} not null,
    month ${text} not null,
    spent_atomic ${text} not null,
    primary key (budget, month)
  )${byKey}`,
  `create table budget_claims (
    budget ${text} not null,
    key ${text} not null,
    month ${text} not null,
    amount_atomic ${text} not null,
    primary key (budget, key)
  )${byKey}`,
]

const directory: Part = ({ int, text, real, counted, byKey, table }) => [
  `create table directory (
    entry ${counted},
    resource_id ${text} not null unique,
    category ${text} not null,
    last_seen ${int} not null,
    score ${real} not null,
    price ${text} not null,
    network ${text},
    pay_to ${text},
    seen_at ${int},
    listed_price ${text} not null,
    listed_network ${text},
    listed_pay_to ${text},
    words ${text} not null
  )${table}`,
  // Each holds what is filtered by, so that only what matches is looked up. What
  // is listed at once stands together in them by its entry, where the resource,
  // a digest, would change a page of each index for every single row.
  'create index directory_by_score on directory (score, entry, price, category, network)',
  'create index directory_by_price on directory (price, entry, score, category, network)',
  'create index directory_by_time on directory (last_seen, entry, score, price, category, network)',
  `create table listing_payees (
    network ${text} not null,
    wallet ${text} not null,
    span ${int} not null,
    primary key (network, wallet, span)
  )${byKey}`,
]

// A new listing is in one index by its resource, not in two.
const listings: Part = () => [
  'drop index listings_newest',
  'drop index listings_by_resource',
  'create unique index listings_newest on listings (resource_id, source) where newest = 1',
  'create index listings_before on listings (resource_id) where newest = 0',
]
