import robotsParser from 'robots-parser'
import { type RobotsRule, rulesForAgent } from './robots-text.js'

/** What a robots.txt allows one agent on its own authority. */
export type RobotsRules = {
  /** For a URL of that authority; one that cannot be read counts as `/`. */
  readonly allows: (url: string) => boolean
  /** How much text the rules are, for those who keep them. */
  readonly units: number
}

/** The product token by which a robots.txt names us. */
export const ROBOTS_AGENT = 'assay'

/**
 * Reads a robots.txt by RFC 9309: the longest match decides, allow before
 * disallow, `*` and `$` as usual. A path is allowed only if it is allowed both
 * as written and with its needlessly encoded characters decoded. Rules that are
 * too costly to match disallow everything. Never throws.
 */
export function readRobots(
  text: string,
  agent: string = ROBOTS_AGENT,
): RobotsRules {
  const rules = distinct(rulesForAgent(text, agent).flatMap(withFolderIndex))
  const written = matcher(rules, encoded)
  const escaped = rules.some(({ pattern }) => pattern.includes('%'))
  const plain = escaped ? matcher(rules, decoded) : written
  const cost = rules.reduce((sum, rule) => sum + costOf(rule), 0)
  return {
    units: rules.reduce((sum, { pattern }) => sum + pattern.length, 0),
    allows: (url) => {
      const path = encoded(pathOf(url))
      if (cost * path.length > MOST_STEPS || !written(path)) return false
      return escaped || path.includes('%') ? plain(decoded(path)) : true
    },
  }
}

// Some 50 ms of matching; a real file takes a thousandth of it.
const MOST_STEPS = 10_000_000
const AUTHORITY = 'http://robots.invalid'

// The package is a function; its types say that it has one as `default`.
const parseRobots = robotsParser as unknown as typeof robotsParser.default

function matcher(
  rules: readonly RobotsRule[],
  spell: (text: string) => string,
): (path: string) => boolean {
  const lines = rules.map(
    ({ kind, pattern }) => `${kind}: ${spell(pattern).replace(/\*{2,}/g, '*')}`,
  )
  const text = ['user-agent: *', ...lines].join('\n')
  const robots = parseRobots(`${AUTHORITY}/robots.txt`, text)
  return (path) => robots.isAllowed(AUTHORITY + path) !== false
}

function pathOf(url: string): string {
  if (!URL.canParse(url)) return '/'
  const { pathname, search } = new URL(url)
  return pathname + search
}

// A rule without a star fails at the first character that differs.
function costOf({ pattern }: RobotsRule): number {
  return pattern.includes('*') ? pattern.length : 1
}

/** An allowed index page allows its folder, as the widespread readers have it. */
function withFolderIndex(rule: RobotsRule): RobotsRule[] {
  const folder = /^(.*\/)index\.htm[^/]*$/.exec(rule.pattern)?.[1]
  if (rule.kind === 'disallow' || folder === undefined) return [rule]
  return [rule, { kind: 'allow', pattern: `${folder}$` }]
}

function distinct(rules: readonly RobotsRule[]): RobotsRule[] {
  const known = new Map(
    rules.map((rule) => [`${rule.kind} ${rule.pattern}`, rule]),
  )
  return [...known.values()]
}

const ENCODED = /^[\w\-.~!*'();:@&=+$,/?%]*$/

/** Percent-encoded where a URL has to be, what is encoded left as it is. */
function encoded(text: string): string {
  if (ENCODED.test(text)) return text
  // Through bytes, so that no lone surrogate is left.
  return encodeURI(Buffer.from(text).toString()).replaceAll('%25', '%')
}

/** With RFC 3986's unreserved characters decoded. */
function decoded(text: string): string {
  return encoded(text).replace(/%[0-9a-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : code
  })
}
