import { type SealTools, sealed } from '../inspect/seal.js'
import type { EvidenceStore } from '../store/store.js'
import { type DeliveryData, deliveryCollector } from './delivery-data.js'

export type RecordTools = SealTools & {
  readonly store: Pick<EvidenceStore, 'appendEvidence'>
}

/**
 * Appends a delivery as evidence, once by its key; false: it stood there
 * already.
 */
export async function recordDelivery(
  resource: string,
  key: string,
  data: DeliveryData,
  tools: RecordTools,
): Promise<boolean> {
  const record = sealed(
    {
      kind: 'delivery',
      subject: resource,
      collector: deliveryCollector,
      data,
    },
    tools,
  )
  const added = await tools.store.appendEvidence([
    { record, key: deliveryKey(data.layer, key) },
  ])
  return added === 1
}

export function deliveryKey(layer: DeliveryData['layer'], key: string): string {
  return `delivery ${layer} ${key}`
}
