import type { DuckDBConnection } from '@duckdb/node-api'
import { runText } from '../packages/assay/dist/settlements/duckdb/connect.js'

// A seeded market, made by DuckDB itself: buyers and sellers by power laws, four
// favourite sellers a buyer, a little self-dealing, and what sellers send.

export type MarketSize = {
  readonly transfers: number
  readonly sellers: number
  readonly buyers: number
  readonly days: number
}

const BASE_DAY = 20_757
const DAY_MS = 86_400_000

/** The last millisecond of the market's last day. */
export function endOf({ days }: MarketSize): number {
  return (BASE_DAY + days) * DAY_MS - 1
}

/** Fills an empty settlement file; the same rows for the same seed. */
export async function fillMarket(
  connection: DuckDBConnection,
  size: MarketSize,
  seed: number,
): Promise<void> {
  const { sellers, buyers, days } = size
  await connection.run(
    `INSERT INTO names SELECT i + 1, CASE WHEN i = 0 THEN 'eip155:8453'
       ELSE '0x' || lpad(to_hex(i), 40, '0') END
     FROM range($1::BIGINT) AS t(i)`,
    [BigInt(1 + sellers + buyers)],
  )
  await connection.run(
    'INSERT INTO sellers SELECT 1, i + 2 FROM range($1::BIGINT) AS t(i)',
    [BigInt(sellers)],
  )
  for (let day = 0; day < days; day++) await addDay(connection, size, seed, day)
}

/** One day of purchases, and of what sellers send. */
export async function addDay(
  connection: DuckDBConnection,
  { transfers, sellers, buyers, days }: MarketSize,
  seed: number,
  day: number,
): Promise<void> {
  const rows = Math.round(transfers / days)
  const purchases = { seed, day: BASE_DAY + day, rows, sellers, buyers }
  await runText(connection, `INSERT INTO transfers ${PURCHASES}`, purchases)
  const sent = {
    seed,
    day: BASE_DAY + day,
    rows: Math.round(rows / 25),
    sellers,
    buyers,
  }
  await runText(connection, `INSERT INTO outgoing ${SENT}`, sent)
  await runText(
    connection,
    'INSERT INTO transfers SELECT * FROM outgoing WHERE day = $day',
    { day: BASE_DAY + day },
  )
  await runText(connection, 'INSERT INTO dirty VALUES (1, $day)', {
    day: BASE_DAY + day,
  })
}

// A number from 0 to 1 of a row and a purpose, always the same one.
const chance = (purpose: number) =>
  `((hash(i, $day, $seed, ${purpose}) % 1000000007) / 1000000007.0)`
// Zipf's law with exponent 1: the k-th of n has weight 1 / k.
const zipf = (n: string, u: string) =>
  `CAST(floor(pow(${n} + 1, ${u})) - 1 AS BIGINT)`
const SELLER = zipf('$sellers', chance(1))
const BUYER = zipf('$buyers', chance(2))

const PURCHASES = `SELECT 1, $day, $day * 86400000 + ms, ms // 2000, tx, 1,
    CASE WHEN self < 0.003 THEN payee ELSE payer END AS payer, payee, amount, 0, 0,
    CASE WHEN self < 0.9 THEN 0 ELSE 2 END
  FROM (SELECT i * 86400000 // $rows AS ms,
      '0x' || md5(concat(i, ' ', $day, ' ', $seed)) || repeat('0', 32) AS tx,
      b + $sellers + 2 AS payer,
      2 + CASE WHEN ${chance(3)} < 0.7
        THEN CAST(floor(pow($sellers + 1, (hash(b, $seed, CAST(floor(${chance(4)} * 4) AS INTEGER)) % 1000000007) / 1000000007.0)) - 1 AS BIGINT)
        ELSE s END AS payee,
      CAST(1000 * pow(100, ${chance(5)}) AS BIGINT) AS amount,
      ${chance(6)} AS self
    FROM (SELECT i, ${SELLER} AS s, ${BUYER} AS b FROM range($rows) AS t(i)) AS drawn) AS row
  ORDER BY payee, payer`

const SENT = `SELECT 1, $day, $day * 86400000 + i * 86400000 // $rows, i, 
    '0x' || md5(concat('out ', i, ' ', $day, ' ', $seed)) || repeat('1', 32), 2,
    2 + ${SELLER}, 2 + $sellers + ${BUYER}, CAST(1000 * pow(100, ${chance(5)}) AS BIGINT), 0, 0, 4
  FROM range($rows) AS t(i)`
