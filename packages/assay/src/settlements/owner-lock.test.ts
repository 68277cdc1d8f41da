import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  SettlementsInUse,
  settlementsOwner,
  takeOwnership,
} from './owner-lock.js'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-owner-'))
  file = join(folder, 'rows.duckdb')
})
afterEach(() => rmSync(folder, { recursive: true }))

const lockSays = (text: string) => writeFileSync(`${file}.owner`, text)

describe('takeOwnership', () => {
  test('default: ours, not twice, and given back', () => {
    const giveBack = takeOwnership(file)
    expect(settlementsOwner(file)).toBe(process.pid)
    expect(() => takeOwnership(file)).toThrow(SettlementsInUse)
    giveBack()
    expect(settlementsOwner(file)).toBe(undefined)
    expect(readdirSync(folder)).toEqual([])
  })

  test('behavior: a living process keeps it', () => {
    lockSays(`${process.ppid}\n`)
    expect(() => takeOwnership(file)).toThrow(`process ${process.ppid}`)
  })

  test.each([
    // A container gives its program the same number each time.
    ['a dead process had our number', () => `${process.pid} 1\n`],
    ['the number is of another process now', () => `${process.ppid} 1\n`],
    ['nobody has the number', () => '4194304\n'],
    ['the lock was never written', () => ''],
    ['the lock is no lock', () => 'x'],
  ])('behavior: taken over when %s', (_, text) => {
    lockSays(text())
    expect(settlementsOwner(file)).toBe(undefined)
    takeOwnership(file)()
  })
})
