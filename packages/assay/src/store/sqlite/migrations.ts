import type { DdlWords } from '../sql/migrations/words.js'

/** The schema in the words of SQLite. */
export const ddlWords: DdlWords = {
  int: 'integer',
  text: 'text',
  bytes: 'blob',
  real: 'real',
  counted: 'integer primary key autoincrement',
  byKey: ' strict, without rowid',
  table: ' strict',
  clock: "cast(round(unixepoch('subsec') * 1000) as integer)",
  greatest: 'max',
  appendOnly: [
    `create trigger evidence_stays before update on evidence
      begin select raise(abort, 'evidence is append-only'); end`,
    `create trigger evidence_is_kept before delete on evidence
      when not exists (select 1 from pruning)
      begin select raise(abort, 'evidence is append-only'); end`,
    `create trigger bodies_stay before update on bodies
      begin select raise(abort, 'evidence is append-only'); end`,
    `create trigger bodies_are_kept before delete on bodies
      when not exists (select 1 from pruning)
      begin select raise(abort, 'evidence is append-only'); end`,
  ],
}
