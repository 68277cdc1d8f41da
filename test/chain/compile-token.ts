import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Hex } from 'viem'

const SOURCE = fileURLToPath(new URL('./usd-coin.sol', import.meta.url))
const CACHE = fileURLToPath(
  new URL('../../node_modules/.cache/assay-chain/', import.meta.url),
)

/**
 * The runtime bytecode of the test token. Compiled when its text or the
 * compiler changed (about 2 s), else read from `node_modules/.cache`.
 */
export function tokenBytecode(): Hex {
  const source = readFileSync(SOURCE, 'utf8')
  const { version } = require('solc/package.json') as { version: string }
  const key = createHash('sha256').update(`${version}\n${source}`).digest('hex')
  const cached = `${CACHE}${key}.hex`
  try {
    return readFileSync(cached, 'utf8') as Hex
  } catch {
    const bytecode = compile(source)
    mkdirSync(CACHE, { recursive: true })
    // Renamed into place: another test process may be reading at this moment.
    writeFileSync(`${cached}.${process.pid}`, bytecode)
    renameSync(`${cached}.${process.pid}`, cached)
    return bytecode
  }
}

const require = createRequire(import.meta.url)

type Compiled = {
  readonly errors?: readonly { severity: string; formattedMessage: string }[]
  readonly contracts: {
    'usd-coin.sol': {
      UsdCoin: { evm: { deployedBytecode: { object: string } } }
    }
  }
}

function compile(source: string): Hex {
  const solc = require('solc') as { compile: (input: string) => string }
  const input = {
    language: 'Solidity',
    sources: { 'usd-coin.sol': { content: source } },
    settings: {
      optimizer: { enabled: true, runs: 200 },
      outputSelection: { '*': { '*': ['evm.deployedBytecode.object'] } },
    },
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as Compiled
  const faults = output.errors?.filter(({ severity }) => severity === 'error')
  if (faults !== undefined && faults.length > 0)
    throw new Error(faults.map((it) => it.formattedMessage).join('\n'))
  const { UsdCoin: token } = output.contracts['usd-coin.sol']
  return `0x${token.evm.deployedBytecode.object}`
}
