import { describeSettlements } from '../testing/settlement-contract.js'
import { openDuckDb } from './engine.js'

describeSettlements('DuckDB', async () => {
  const engine = await openDuckDb({ file: ':memory:', threads: 2 })
  return { engine, dispose: () => engine.close() }
})
