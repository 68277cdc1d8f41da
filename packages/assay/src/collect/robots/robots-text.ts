/** What a robots.txt says to one agent: its own groups, else those of `*`. */
export type AgentRules = readonly RobotsRule[]

export type RobotsRule = {
  readonly kind: 'allow' | 'disallow'
  /** As written, without blanks around it; never empty. */
  readonly pattern: string
}

/**
 * Picks the rules for an agent (its product token, such as `assay`) out of a
 * robots.txt. Lenient as the widespread readers are: any line end, a byte order
 * mark, NULs, misspelt keys, a missing colon. Lines that are no rule end no
 * group. Linear in the text; never throws.
 */
export function rulesForAgent(text: string, agent: string): AgentRules {
  const reader = createReader(agent.toLowerCase())
  for (const line of linesOf(text)) {
    if (line === '') continue
    const { key, value } = keyAndValue(line)
    if (key === 'agent') reader.name(value)
    else if (key !== undefined) reader.rule(key, value)
  }
  return reader.rules()
}

/** Gathers rules group by group; several groups of one agent are one. */
function createReader(agent: string) {
  const own: RobotsRule[] = []
  const everybody: RobotsRule[] = []
  let named = false
  /** The lists that the group's rules go to; closed by its first rule. */
  let targets: RobotsRule[][] = []
  let closed = false
  return {
    name(value: string): void {
      if (closed) targets = []
      closed = false
      if (isEverybody(value)) targets.push(everybody)
      else if (tokenOf(value).toLowerCase() === agent) {
        targets.push(own)
        named = true
      }
    },
    rule(kind: RobotsRule['kind'], pattern: string): void {
      closed = true
      if (pattern === '') return
      for (const rules of new Set(targets)) rules.push({ kind, pattern })
    },
    rules: () => (named ? own : everybody),
  }
}

// What the reader of the largest search engine looks at of one line.
const LINE_UNITS = 16_663
const BLANKS = ' \t\v\f'

function linesOf(text: string): string[] {
  // A cut byte order mark decodes to replacement characters.
  const start = /^(?:\uFEFF|\uFFFD{1,2})/.exec(text)?.[0].length ?? 0
  return text.slice(start).split(/\r\n|\r|\n/)
}

type Key = 'agent' | RobotsRule['kind']

function keyAndValue(line: string): { key: Key | undefined; value: string } {
  const text = withoutComment(line.slice(0, LINE_UNITS).replaceAll('\0', ''))
  const colon = text.indexOf(':')
  if (colon >= 0)
    return {
      key: keyOf(trimBlanks(text.slice(0, colon))),
      value: trimBlanks(text.slice(colon + 1)),
    }
  // Some forget the colon; then two words are a key and its value.
  const words = text.split(/[ \t]+/)
  return words.length === 2
    ? { key: keyOf(words[0] ?? ''), value: words[1] ?? '' }
    : { key: undefined, value: '' }
}

function withoutComment(line: string): string {
  const hash = line.indexOf('#')
  return trimBlanks(hash < 0 ? line : line.slice(0, hash))
}

function trimBlanks(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && BLANKS.includes(text.charAt(start))) start++
  while (end > start && BLANKS.includes(text.charAt(end - 1))) end--
  return text.slice(start, end)
}

const AGENT = /^(?:user-agent|useragent|user agent)/i
const DISALLOW = /^(?:disallow|dissallow|dissalow|disalow|diasllow|disallaw)/i
const ALLOW = /^allow/i

function keyOf(text: string): Key | undefined {
  if (AGENT.test(text)) return 'agent'
  if (DISALLOW.test(text)) return 'disallow'
  return ALLOW.test(text) ? 'allow' : undefined
}

function isEverybody(value: string): boolean {
  return /^\*(?:\s|$)/.test(value)
}

function tokenOf(value: string): string {
  return /^[a-z_-]*/i.exec(value)?.[0] ?? ''
}
