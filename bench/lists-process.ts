import { readOfac } from '../packages/assay/dist/lists/ofac/read-ofac.js'
import { ofacSample } from './ofac-sample.js'

// Reads one made-up list in a process of its own, so that its memory is its own.
const bytes = Number(process.argv[2])
let size = 0
async function* counted() {
  for await (const chunk of ofacSample(bytes)) {
    size += chunk.length
    yield chunk
  }
}
const start = performance.now()
const { entries } = await readOfac({
  location: 'sample.xml',
  read: (use) => use({ chunks: counted(), last_modified: null }),
})
const seconds = (performance.now() - start) / 1_000
const rss = process.resourceUsage().maxRSS * 1_024
console.log(JSON.stringify({ size, seconds, rss, addresses: entries.length }))
