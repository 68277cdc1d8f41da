/**
 * An upper estimate of what a pattern costs to compile, without compiling it:
 * about its program size, counted repetitions multiplied out, and never less
 * than its length. Linear in the text.
 */
export function patternCost(pattern: string): number {
  const classCost = FOLDS_CASE.test(pattern) ? FOLDED_CLASS : CLASS
  const outer: number[] = []
  let sum = 0
  let last = 0
  for (const token of tokens(pattern)) {
    if (token === '(') {
      outer.push(sum)
      sum = 0
    }
    if (token === ')') {
      last = sum + 1
      sum = outer.pop() ?? 0
    } else if (REPETITION.test(token)) last *= largestCount(token)
    else if (token.charAt(0) === '[') {
      last = classCost
      sum += token.length
    } else last = UNICODE_CLASS.test(token) ? UNICODE_CLASS_COST : token.length
    sum += last
  }
  return outer.reduce((total, before) => total + before, sum)
}

const CLASS = 2
const UNICODE_CLASS_COST = 20
// Without case, whole ranges of Unicode are walked for each class.
const FOLDED_CLASS = 350
const FOLDS_CASE = /\(\?[a-zA-Z]*i/
const UNICODE_CLASS = /^\\[pP]/
const REPETITION = /^\{\d/

/** Quoted text, an escape, a counted repetition, a class or one character. */
function* tokens(pattern: string): Generator<string> {
  const token =
    /\\Q.*?(?:\\E|$)|\\[pPx]\{[^}]{0,64}\}|\\.|\{\d{1,5}(?:,\d{0,5})?\}|./sy
  while (token.lastIndex < pattern.length) {
    const start = token.lastIndex
    if (pattern.charAt(start) === '[')
      token.lastIndex = endOfClass(pattern, start)
    else token.exec(pattern)
    yield pattern.slice(start, token.lastIndex)
  }
}

function endOfClass(pattern: string, start: number): number {
  let at = start + (pattern.charAt(start + 1) === '^' ? 2 : 1)
  // A bracket that comes first is a member.
  if (pattern.charAt(at) === ']') at++
  while (at < pattern.length && pattern.charAt(at) !== ']') {
    const named = pattern.startsWith('[:', at) ? pattern.indexOf(':]', at) : -1
    if (named > 0) at = named + 2
    else at += pattern.charAt(at) === '\\' ? 2 : 1
  }
  return Math.min(at + 1, pattern.length)
}

function largestCount(repetition: string): number {
  const counts = repetition.match(/\d+/g) as string[]
  return Math.max(1, ...counts.map(Number))
}
