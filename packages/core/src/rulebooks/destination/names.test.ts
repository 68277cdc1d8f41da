import { describe, expect, test } from 'vitest'
import {
  hasLookalikeLabel,
  impersonatedBrand,
  typosquattedBrand,
} from './names.js'
import { siteOf } from './site.js'

const ascii = (name: string) => new URL(`https://${name}`).hostname

describe('typosquattedBrand', () => {
  test.each([
    // Fold, from four characters on.
    ['paypa1.com', 'paypal'],
    ['0penai.com', 'openai'],
    ['rnicrosoft.com', 'microsoft'],
    ['ópenai.com', 'openai'],
    ['gооgle.com', 'google'],
    ['9r0q.com', 'groq'],
    ['str1pe.com', 'stripe'],
    // Insertion and deletion, from five characters on.
    ['githubb.com', 'github'],
    ['xgithub.com', 'github'],
    ['git-hub.com', 'github'],
    ['openжai.com', 'openai'],
    ['open\u{20000}ai.com', 'openai'],
    ['openjjai.com', undefined],
    ['githu.com', 'github'],
    ['ithub.com', 'github'],
    ['groqq.com', undefined],
    ['roq.com', undefined],
    ['azureq.com', undefined],
    // Transposition, plain words as well.
    ['googel.com', 'google'],
    ['gorq.com', 'groq'],
    ['strpie.com', 'stripe'],
    ['ai.com', undefined],
    // One confusable character.
    ['uvidia.com', undefined],
    ['nuidia.com', 'nvidia'],
    ['mvidia.com', 'nvidia'],
    ['qroq.com', 'groq'],
    ['lotion.com', undefined],
    ['notiom.com', undefined],
    ['goodle.com', undefined],
    // Brands, distinct names, other parts of the host.
    ['openai.io', undefined],
    ['x.com', undefined],
    ['y.ai', undefined],
    ['infra.io', undefined],
    ['openal.org', undefined],
    ['githubb.example.org', undefined],
    ['githubb.vercel.app', 'github'],
    ['githubb.co.uk', 'github'],
    ['co.uk', undefined],
    ['vercel.app', undefined],
  ])('%s: %s', (name, brand) => {
    expect(typosquattedBrand(siteOf(ascii(name)))).toBe(brand)
  })
})

describe('impersonatedBrand', () => {
  test.each([
    ['openai-login.example', 'openai'],
    ['coinbase.evil.com', 'coinbase'],
    ['g1thub.evil.com', 'github'],
    ['api.openai.vercel.app', 'openai'],
    ['openai.io', 'openai'],
    ['openaix.evil.com', undefined],
    ['x.evil.com', undefined],
    ['stripe.evil.com', 'stripe'],
    ['amazon.evil.com', 'amazon'],
    // Plain words only beside a bait token.
    ['slack.evil.com', undefined],
    ['notion-login.example', 'notion'],
    ['notion.s1gnin.example', 'notion'],
    ['notion.support', 'notion'],
    ['notion-evil.support', 'notion'],
    ['notion.supports', undefined],
    ['slack-notion-openai.example', 'openai'],
    // A distinct name may hold a brand itself, not beside it.
    ['openal.org', undefined],
    ['openai.openal.org', 'openai'],
    ['rnicrosoft.evil.com', 'microsoft'],
    ['раураl.evil.com', 'paypal'],
    ['co.uk', undefined],
  ])('%s: %s', (name, brand) => {
    expect(impersonatedBrand(siteOf(ascii(name)))).toBe(brand)
  })
})

describe('hasLookalikeLabel', () => {
  test.each([
    ['аррӏе.com', true],
    ['αpple.example', true],
    ['münchen.сосо.example', true],
    ['münchen.de', false],
    ['яндекс.рф', false],
    ['læger.dk', false],
    ['ısı.com.tr', false],
    ['例え.jp', false],
    ['example.org', false],
    ['xn--p1ai', false],
  ])('%s: %s', (name, expected) => {
    expect(hasLookalikeLabel(siteOf(ascii(name)))).toBe(expected)
  })
})
