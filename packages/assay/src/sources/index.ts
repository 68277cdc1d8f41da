export type { SourceTools } from './ask.js'
export {
  CDP_BAZAAR,
  createBazaarSource,
  createFacilitatorSource,
  type DiscoveryOptions,
} from './bazaar.js'
export { createFileSource, type FileOptions } from './files.js'
export {
  type ImportOptions,
  type ImportProgress,
  type ImportResult,
  importCatalog,
} from './import.js'
export { readSeller } from './seller-documents.js'
export {
  CatalogFailure,
  type CatalogPage,
  type CatalogSource,
} from './source.js'
export { createScanSource, type ScanOptions, X402SCAN } from './x402scan.js'
