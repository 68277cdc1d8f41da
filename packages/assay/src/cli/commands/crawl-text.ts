import type { CrawlProgress } from '../../crawl/crawl.js'
import type { Coverage, FrontierStore } from '../../store/store.js'
import type { Terminal } from '../terminal.js'

/** A crawl's progress on a terminal: rate, hosts, time left. */
export function createCrawlProgress(
  { stderr }: Terminal,
  clock: () => number,
  store: Pick<FrontierStore, 'frontierCounts'>,
) {
  if (stderr.isTTY !== true) return { show: () => {}, end: () => {} }
  const began = clock()
  let shownAt = began
  let counts = { due: 0, hosts: 0 }
  return {
    show(progress: CrawlProgress) {
      if (clock() - shownAt < EVERY_MS) return
      shownAt = clock()
      store.frontierCounts().then(
        (found) => {
          counts = found
        },
        () => {},
      )
      const seconds = (shownAt - began) / 1_000
      const rate = progress.requests / seconds
      const left = rate > 0 ? Math.ceil(counts.due / rate) : 0
      stderr.write(
        `\r\u001b[2K${progress.looked} looked at, ${progress.blocked} blocked, ${progress.deferred} put off, ${rate.toFixed(1)} requests/s, ${counts.hosts} hosts, about ${left} s left`,
      )
    },
    end: () => stderr.write('\r\u001b[2K'),
  }
}

const EVERY_MS = 500

/** The coverage of a slot; what was not looked at is never a success. */
export function coverageText(coverage: Coverage): string {
  const { listed, hosts, probed, deferred, excluded } = coverage
  const left = Object.entries(excluded).sort((a, b) => b[1] - a[1])
  return [
    `${listed} listed on ${hosts} hosts`,
    `  ${probed} looked at in this slot`,
    `  ${deferred} put off`,
    ...left.map(([why, count]) => `  ${count} left out: ${why}`),
  ].join('\n')
}
