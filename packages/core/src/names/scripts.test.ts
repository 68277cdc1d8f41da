import { describe, expect, test } from 'vitest'
import {
  hasOnlyLatinLetters,
  mixesLatinWithLookalikeScript,
} from './scripts.js'

describe('hasOnlyLatinLetters', () => {
  test.each([
    ['münchen-2', true],
    ['læger', true],
    ['ısı', true],
    ['123-', true],
    ['е\u0301', false],
    ['яндекс', false],
    ['例え', false],
  ])('%s: %s', (text, expected) => {
    expect(hasOnlyLatinLetters(text)).toBe(expected)
  })
})

describe('mixesLatinWithLookalikeScript', () => {
  test.each([
    ['αpple', true],
    ['gооgle', true],
    ['яндекс2-', false],
    ['αβγ', false],
    ['münchen', false],
    ['例えabc', false],
  ])('%s: %s', (text, expected) => {
    expect(mixesLatinWithLookalikeScript(text)).toBe(expected)
  })
})
