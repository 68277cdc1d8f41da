import { describeSettlements } from '../settlement-contract.js'
import { createNaiveEngine } from './engine.js'

describeSettlements('plain rows', async () => {
  const engine = createNaiveEngine()
  return { engine, dispose: () => engine.close() }
})
