import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const source = (path: string) =>
  fileURLToPath(new URL(`./packages/${path}`, import.meta.url))

export default defineConfig({
  // Tests run against the sources, so a stale build can never make them pass.
  resolve: {
    alias: {
      '@assay402/core/light': source('core/src/light.ts'),
      '@assay402/core': source('core/src/index.ts'),
      '@assay402/guard/file-ledger': source('guard/src/file-ledger.ts'),
      '@assay402/guard': source('guard/src/index.ts'),
    },
  },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    // Real servers, chains and databases on a busy machine need their time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    coverage: {
      reporter: ['text-summary', 'json-summary', 'json'],
      provider: 'v8',
      include: ['packages/*/src/**/*.ts'],
      exclude: [
        '**/*.test.ts',
        '**/*.test-d.ts',
        '**/testing/**',
        '**/index.ts',
      ],
      thresholds: { 'packages/core/src/**': { branches: 100 }, branches: 85 },
    },
  },
})
