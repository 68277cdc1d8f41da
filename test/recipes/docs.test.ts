import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

/**
 * Pages that show code which runs as a test: behind `<!-- FILE -->` stands the
 * file itself. `npx vitest run test/recipes/docs.test.ts -u` writes them anew.
 */
const PAGES = ['docs/recipes.md', 'docs/guard-stdio.md']
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const SHOWN = /<!-- (\S+) -->\n```(\w+)\n(?:[\s\S]*?\n)??```\n/g

describe('docs', () => {
  test.each(PAGES)('%s shows the very files that are run', async (page) => {
    const text = readFileSync(ROOT + page, 'utf8')
    const shown = text.replace(SHOWN, (_, file: string, language: string) => {
      const code = readFileSync(ROOT + file, 'utf8').trimEnd()
      return `<!-- ${file} -->\n\`\`\`${language}\n${code}\n\`\`\`\n`
    })
    expect(shown).toContain('```')
    await expect(shown).toMatchFileSnapshot(ROOT + page)
  })
})
