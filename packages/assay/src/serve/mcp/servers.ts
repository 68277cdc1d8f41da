import type { Service } from '../service.js'
import type { McpOptions } from './server.js'
import {
  counterpartyTool,
  destinationTool,
  endpointTool,
  keyTool,
  merchantTool,
  quotaTool,
  sampleTool,
  termsTool,
} from './service-tools.js'
import { unifiedTools } from './unified-tools.js'

/** A server by its path. */
export type NamedServer = Omit<McpOptions, 'call'> & { readonly path: string }

/** The unified server and one for each of the five services. */
export function mcpServers(
  service: Pick<Service, 'signer' | 'now'>,
): NamedServer[] {
  return [
    {
      path: '/mcp',
      name: 'assay',
      title: 'Assay: check an x402 payment before it is made',
      tools: unifiedTools(service),
    },
    {
      path: '/terms/mcp',
      name: 'assay-terms',
      title: 'Payment terms of x402 endpoints',
      tools: [termsTool('endpoint_spot_check')],
    },
    {
      path: '/merchant/mcp',
      name: 'assay-merchant',
      title: 'Merchant wallets',
      tools: [merchantTool('check_merchant')],
    },
    {
      path: '/endpoint-health/mcp',
      name: 'assay-endpoint-health',
      title: 'Health of x402 endpoints',
      tools: [endpointTool('check_endpoint')],
    },
    {
      path: '/counterparty/mcp',
      name: 'assay-counterparty',
      title: 'Counterparties of x402',
      tools: [counterpartyTool, sampleTool],
    },
    {
      path: '/destination/mcp',
      name: 'assay-destination',
      title: 'Destinations of payments',
      tools: [destinationTool('check_merchant'), quotaTool, keyTool],
    },
  ]
}
