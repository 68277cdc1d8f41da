import { PaymentBlocked, PaymentHeld } from '../errors.js'

/** What a call was refused for: the class and the reason that decided. */
export async function refusal(call: Promise<unknown>): Promise<string> {
  try {
    await call
  } catch (error) {
    if (error instanceof PaymentBlocked || error instanceof PaymentHeld)
      return `${error.name} ${error.report.reasons[0]?.code}`
    return `${(error as Error).name}: ${(error as Error).message}`
  }
  return 'paid'
}
