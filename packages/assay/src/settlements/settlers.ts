import { addressKey, networkFamily } from '@assay402/core'
import { builtInFacilitatorAddresses } from '../lists/facilitators.js'
import { type KnownSettlers, X402_CONTRACTS } from './evm/classify.js'

/** The facilitators of a network that come with the software, and more. */
export function settlersOf(
  network: string,
  more: readonly string[] = [],
): KnownSettlers {
  const places = [network, `${networkFamily(network)}:*`, '*']
  const builtIn = builtInFacilitatorAddresses()
    .filter((row) => places.includes(row.network))
    .map(({ key }) => key)
  const facilitators = new Set([...builtIn, ...more].map(addressKey))
  return { facilitators, contracts: X402_CONTRACTS }
}
