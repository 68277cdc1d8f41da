import fc from 'fast-check'
import { PAY_TO, wallet } from './sample.js'

const wallets = Array.from({ length: 9 }, (_, i) => wallet(i + 1))

// Few moments, so that equal times, both ends of the window, seven days and
// ten minutes all come up.
const moments = fc.oneof(
  fc.constantFrom(
    '2026-10-31T12:00:00Z',
    '2026-10-31T12:00:01Z',
    '2026-11-30T12:00:00Z',
    '2026-11-30T12:00:01Z',
  ),
  fc
    .record({
      day: fc.constantFrom('08', '15', '22'),
      hour: fc.constantFrom('00:00', '00:05', '00:09', '00:10'),
      second: fc.constantFrom('00', '01', '59'),
    })
    .map(({ day, hour, second }) => `2026-11-${day}T${hour}:${second}Z`),
)

const amounts = fc.constantFrom('0', '1', '2', '3', '4', '7', '8', '8')

function rowsOf(from: fc.Arbitrary<string>, to: fc.Arbitrary<string>) {
  return fc.record({ from, to, amount_atomic: amounts, at: moments })
}

const someone = fc.constantFrom(...wallets)
const anyone = fc.constantFrom(...wallets, PAY_TO.toLowerCase())
const seller = fc.constant(PAY_TO.toLowerCase())

/** Transfers of one seller: mostly settlements, some outgoing, some of others. */
export const transferLists = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: rowsOf(anyone, seller) },
    { weight: 3, arbitrary: rowsOf(seller, anyone) },
    { weight: 1, arbitrary: rowsOf(anyone, anyone) },
  ),
  { maxLength: 40 },
)

/** Hops between other wallets, now and then with the seller in between. */
export const hopLists = fc.array(
  fc.oneof(
    { weight: 9, arbitrary: rowsOf(someone, someone) },
    { weight: 1, arbitrary: rowsOf(anyone, anyone) },
  ),
  { maxLength: 30 },
)

export const excludedLists = fc.uniqueArray(someone, { maxLength: 3 })
