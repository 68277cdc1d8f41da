import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BenchOptions, Row } from './row.js'

const MB = 1024 * 1024

/**
 * Figures of a made market: 50 million transfers (`ASSAY_BENCH_TRANSFERS` for
 * another size), 1 million in a smoke, against a plain scan of the columns.
 */
export async function settlementsBench({
  rounds,
}: BenchOptions): Promise<Omit<Row, 'repeat'>[]> {
  const given = Number(process.env['ASSAY_BENCH_TRANSFERS'])
  const transfers = given > 0 ? given : rounds === 1 ? 1_000_000 : 50_000_000
  const script = join(import.meta.dirname, 'settlements-process.ts')
  const args = ['--import', 'tsx', script, String(transfers)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const m = JSON.parse(stdout)
  const baseline = `plain scan of three columns: ${milliseconds(m.scan)}`
  const of = `${transfers / 1e6} M transfers, ${m.sellers} sellers`
  const row = (what: string, target: string, seconds: number) => ({
    what,
    target,
    measured: milliseconds(seconds),
    ratio: seconds / m.scan,
    baseline,
  })
  return [
    row(`every seller’s figures, ${of}`, '2.6–3.2 s at 50 M', m.all),
    row('the same, half a day after the last sync', '–', m.allLater),
    row('the same, of a window that is not kept', '–', m.allUnkept),
    row('figures of the largest seller', '< 20 ms from the store', m.largest),
    row('the same, half a day after the last sync', '–', m.largestLater),
    row('figures of a middle seller', '< 20 ms', m.middle),
    row('the same, half a day after the last sync', '< 20 ms', m.middleLater),
    row('a new day, added up', 'the cost of that day', m.newDay),
    row('all thirty days, added up', '–', m.addedUp),
    row(
      `loops of ${m.sellers} sellers over 3 hops, ${m.loops.reached} found, in a thread`,
      'about 1 s for 20 000 sellers',
      m.loops.seconds,
    ),
    {
      what: 'settlement file, and resident memory',
      target: '–',
      measured: `${Math.round(m.bytes / MB)} MB, ${Math.round(m.rss / MB)} MB`,
      ratio: null,
      baseline: `washed ${m.sums.washed} of ${m.sums.volume}`,
    },
  ]
}

function milliseconds(seconds: number): string {
  return `${(seconds * 1_000).toFixed(1)} ms`
}
