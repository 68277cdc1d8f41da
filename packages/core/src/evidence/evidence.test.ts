import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sha256Hex } from '../json/digest.js'
import { type Instant, parseInstant } from '../time/instant.js'
import { dossier, entryOf } from './dossier.js'
import { type EvidenceRecord, evidenceRecordSchema } from './record.js'
import { evidenceSha256, sealEvidence } from './seal.js'

const NOW = parseInstant('2026-11-30T12:00:00Z') as Instant

function seen(number: number, at: string, more: object = {}): EvidenceRecord {
  return sealEvidence({
    id: `01K${String(number).padStart(23, '0')}`,
    kind: 'registration',
    subject: 'example.com',
    collected_at: at,
    collector: { id: 'rdap', version: '1' },
    status: 'collected',
    data: { registered_at: '2020-01-01T00:00:00Z' },
    ...more,
  })
}

function failed(number: number, at: string): EvidenceRecord {
  const {
    data: _,
    sha256: __,
    ...rest
  } = seen(number, at) as EvidenceRecord & {
    data: unknown
  }
  return sealEvidence({
    ...rest,
    status: 'failed',
    failure: { code: 'timeout', detail: '' },
  })
}

describe('sealEvidence', () => {
  test('default: the digest of the canonical JSON without id and sha256', () => {
    const record = seen(1, '2026-11-30T11:00:00Z')
    expect(record.sha256).toBe(
      sha256Hex(
        '{"collected_at":"2026-11-30T11:00:00Z","collector":{"id":"rdap","version":"1"},"data":{"registered_at":"2020-01-01T00:00:00Z"},"kind":"registration","status":"collected","subject":"example.com"}',
      ),
    )
    expect(evidenceRecordSchema.parse(record)).toEqual(record)
    expect(evidenceSha256(record)).toBe(record.sha256)
  })

  test('behavior: another id is the same evidence, other data is not', () => {
    const one = seen(1, '2026-11-30T11:00:00Z')
    expect(seen(2, '2026-11-30T11:00:00Z').sha256).toBe(one.sha256)
    expect(seen(1, '2026-11-30T11:00:01Z').sha256).not.toBe(one.sha256)
  })
})

describe('evidenceRecordSchema', () => {
  const good = seen(1, '2026-11-30T11:00:00Z')
  test.each([
    ['an unknown kind', { kind: 'gossip' }],
    ['an unreadable date', { collected_at: 'yesterday' }],
    ['an id that is no ULID', { id: 'x' }],
    ['a digest that is none', { sha256: 'ABC' }],
    ['a further field', { more: 1 }],
    ['data and failure', { failure: { code: 'x', detail: '' } }],
    ['failed with data', { status: 'failed' }],
  ])('refuses %s', (_, change) => {
    expect(evidenceRecordSchema.safeParse({ ...good, ...change }).success).toBe(
      false,
    )
  })

  test('accepts a failure', () => {
    const record = failed(1, '2026-11-30T11:00:00Z')
    expect(evidenceRecordSchema.parse(record)).toEqual(record)
  })
})

describe('dossier', () => {
  test('behavior: newest collected at or before the moment; later rows do not count', () => {
    const old = seen(1, '2026-11-29T12:00:00Z')
    const exact = seen(2, '2026-11-30T12:00:00Z')
    const late = seen(3, '2026-11-30T12:00:00.001Z')
    expect(dossier([late, old, exact], NOW)).toEqual([
      {
        kind: 'registration',
        subject: 'example.com',
        record: exact,
        failure: null,
      },
    ])
  })

  test('behavior: a newer failure does not displace what was seen, an older one is forgotten', () => {
    const older = failed(1, '2026-11-29T10:00:00Z')
    const record = seen(2, '2026-11-29T12:00:00Z')
    const newer = failed(3, '2026-11-29T13:00:00Z')
    const newest = failed(4, '2026-11-29T14:00:00Z')
    expect(dossier([older, record, newer, newest], NOW)).toEqual([
      { kind: 'registration', subject: 'example.com', record, failure: newest },
    ])
    expect(dossier([older, record], NOW)[0]?.failure).toBeNull()
  })

  test('behavior: only failures leave it unknown, with the newest reason', () => {
    const first = failed(1, '2026-11-29T10:00:00Z')
    const second = failed(2, '2026-11-29T10:00:00Z')
    expect(dossier([first, second], NOW)).toEqual([
      {
        kind: 'registration',
        subject: 'example.com',
        record: null,
        failure: second,
      },
    ])
  })

  test('behavior: kinds and subjects apart, sorted; unreadable dates left out', () => {
    const one = seen(1, '2026-11-29T10:00:00Z')
    const two = seen(2, '2026-11-29T10:00:00Z', { subject: 'a.example' })
    const three = seen(3, '2026-11-29T10:00:00Z', { kind: 'robots' })
    const bad = seen(4, 'soon')
    const all = dossier([three, one, two, bad], NOW)
    expect(all.map((entry) => [entry.kind, entry.subject])).toEqual([
      ['registration', 'a.example'],
      ['registration', 'example.com'],
      ['robots', 'example.com'],
    ])
    expect(entryOf(all, 'robots', 'example.com')?.record).toEqual(three)
    expect(entryOf(all, 'robots', 'a.example')).toBeUndefined()
    expect(entryOf(all, 'sanctions', 'a.example')).toBeUndefined()
  })

  test('behavior: the order of the records means nothing', () => {
    const records = Array.from({ length: 12 }, (_, i) =>
      i % 3 === 0
        ? failed(i, `2026-11-${10 + (i % 4)}T10:00:00Z`)
        : seen(i, `2026-11-${10 + (i % 4)}T10:00:00Z`, {
            subject: i % 2 === 0 ? 'a.example' : 'b.example',
          }),
    )
    const expected = dossier(records, NOW)
    void fc.assert(
      fc.property(
        fc.shuffledSubarray(records, { minLength: records.length }),
        (shuffled) => {
          expect(dossier(shuffled, NOW)).toEqual(expected)
        },
      ),
    )
  })
})
