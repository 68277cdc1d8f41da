export type { SourceTools } from './ask.js'
export {
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
export type {
  CatalogPage,
  CatalogSource,
} from './source.js'
export { createScanSource, type ScanOptions } from './x402scan.js'
