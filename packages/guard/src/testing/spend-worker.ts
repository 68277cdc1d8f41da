import { appendFileSync } from 'node:fs'
import { fileLedger } from '../file-ledger.js'
import { createGuard } from '../guard.js'
import { answerOf } from '../seats/presented.js'
import { challenge, RESOURCE } from './seller.js'

// Reserves a cent at a time until a cap is reached, and tells of each.
const [, , path = '', told = '', cents = '0'] = process.argv
const own = createGuard({
  ledger: fileLedger(path),
  policy: { daily_cap_usd: Number(cents) / 100 },
})
for (let i = 0; ; i++) {
  try {
    await own.approve({
      method: 'GET',
      url: `${RESOURCE}/${process.pid}/${i}`,
      challenge: answerOf(challenge()),
    })
  } catch {
    break
  }
  appendFileSync(told, `${i}\n`)
}
