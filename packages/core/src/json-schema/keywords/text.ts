import { codePoints } from '../../json/utf8.js'
import type { Keyword } from '../node.js'
import { isCount, isText } from '../shapes.js'

/** Keywords that ask something of texts; other values pass. */
export const TEXT_KEYWORDS: Readonly<Record<string, Keyword>> = {
  maxLength: length((count, limit) => count <= limit),
  minLength: length((count, limit) => count >= limit),
  pattern: {
    wellFormed: isText,
    build: (text, _schema, compiler) => {
      const pattern = compiler.pattern(text as string)
      return (run, value) => {
        if (!isText(value)) return true
        run.spend(pattern.size * value.length)
        return pattern.test(value)
      }
    },
  },
}

function length(holds: (count: number, limit: number) => boolean): Keyword {
  return {
    wellFormed: isCount,
    build: (limit) => (run, value) => {
      if (!isText(value)) return true
      run.spend(value.length)
      return holds(codePoints(value), limit as number)
    },
  }
}
